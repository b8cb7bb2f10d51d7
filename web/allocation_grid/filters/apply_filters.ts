import type { GridSample } from '#domain/allocation/contract.ts'
import { distanceToRequest } from '#domain/allocation/matching.ts'
import { inMm } from '#domain/samples/size.ts'
import { bandOf } from '#domain/staff/status.ts'
import type { Shown } from '../geometry/axes.ts'
import type { Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import { BAND_CODES, type Field, type Narrowing, OPEN } from './filter_fields.ts'
import { nearCounts } from './nearest_counts.ts'

/** What one field of a narrowing wants of the columns, or of the rows. */
const wantedBy = (narrows: Narrows, field: Field, narrowing: Narrowing, model: GridModel): Wanted =>
  (narrows[field] as ((value: unknown, model: GridModel) => Wanted) | undefined)?.(narrowing[field], model) ??
  null

function allOf(narrows: Narrows, narrowing: Narrowing, model: GridModel): (one: number) => boolean {
  const all = (Object.keys(narrows) as Field[])
    .map((field) => wantedBy(narrows, field, narrowing, model))
    .filter((wanted) => wanted !== null)
  return (one) => all.every((wanted) => wanted(one))
}

/** What of the rows and columns of `all` a narrowing leaves. */
export const narrowed = (model: GridModel, { rows, columns }: Shown, narrowing: Narrowing): Shown => ({
  rows: rows.filter(allOf(PROPOSALS, narrowing, model)),
  columns: columns.filter(allOf(SAMPLES, narrowing, model)),
})

/** Those fields of a narrowing that leave out one of these rows and columns. */
export function hiding(model: GridModel, narrowing: Narrowing, { rows, columns }: Shown): Field[] {
  const leavesOut = (narrows: Narrows, field: Field, ones: readonly number[]) => {
    const wanted = wantedBy(narrows, field, narrowing, model)
    return wanted !== null && !ones.every(wanted)
  }
  return (Object.keys(OPEN) as Field[]).filter(
    (field) => leavesOut(PROPOSALS, field, rows) || leavesOut(SAMPLES, field, columns),
  )
}

/** A narrowing with some of its fields open. */
export const without = (narrowing: Narrowing, fields: readonly Field[]): Narrowing => ({
  ...narrowing,
  ...Object.fromEntries(fields.map((field) => [field, OPEN[field]])),
})

/** The ticks and unsaved changes of which the row or the column is not shown. */
export function hiddenTicks({ rows, columns, ticks }: GridModel, shown: Shown): Place[] {
  const [seenRows, seenColumns] = [new Set(shown.rows), new Set(shown.columns)]
  const everyRow = seenRows.size === rows.length
  const ticked = [...columns.keys()]
    .filter((column) => ticks.takers[column]! > 0 && !(everyRow && seenColumns.has(column)))
    .flatMap((column) => ticks.takersOf(column).map((row) => ({ row, column })))
  const gone = ticks.changedPlaces().filter((place) => !ticks.ticked(place))
  return [...ticked, ...gone].filter(({ row, column }) => !seenRows.has(row) || !seenColumns.has(column))
}

/** Whether a column, or a row, of a model is wanted; null when all are. */
type Wanted = ((one: number) => boolean) | null
/** What a field of the narrowing wants of a model, by what it holds. */
type Narrows = { [Field in keyof Narrowing]?: (value: Narrowing[Field], model: GridModel) => Wanted }

type Figure = (sample: GridSample) => number | null

/** Those whose figure is not below, or not above, what is typed; an unknown one is neither. */
const bound =
  (holds: (known: number, typed: number) => boolean) =>
  (figure: Figure) =>
  (typed: string, { columns }: GridModel): Wanted =>
    typed === ''
      ? null
      : (column) => {
          const known = figure(columns[column]!)
          return known !== null && holds(known, Number(typed))
        }
const from = bound((known, typed) => known >= typed)
const to = bound((known, typed) => known <= typed)

const same =
  (field: 'db_type' | 'sample_type' | 'chamber' | 'dish') =>
  (code: string, { columns }: GridModel): Wanted =>
    code === '' ? null : (column) => columns[column]![field] === Number(code)

const mm: Figure = ({ size }) => (size === null ? null : inMm(size))

/** How many proposals ask for a sample by name. */
const askers = (sample: GridSample) => sample.requested_sample.length

const isAsked: Record<Narrowing['asked'], (model: GridModel) => Wanted> = {
  '': () => null,
  named:
    ({ columns }) =>
    (column) =>
      askers(columns[column]!) > 0,
  near(model) {
    const near = nearCounts(model)
    return (column) => near[column]! > 0 || askers(model.columns[column]!) > 0
  },
}

const isHeld: Record<Narrowing['held'], (model: GridModel) => Wanted> = {
  '': () => null,
  free:
    ({ columns, ticks }) =>
    (column) =>
      ticks.takers[column] === 0 && columns[column]!.elsewhere.length === 0,
  /** More than one proposal asks for it by name or has it. */
  contested:
    ({ columns, ticks }) =>
    (column) => {
      const { id: sample_id, requested_sample: asked, elsewhere } = columns[column]!
      const takers = ticks.takers[column]!
      if (Math.max(asked.length, takers) + elsewhere.length > 1) return true
      const asker = takers === 1 && asked[0] && ticks.placeOf({ ...asked[0], sample_id })
      return Boolean(asker && !ticks.ticked(asker))
    },
  clash: (model) => (column) => model.clashes(column),
}

/** Each way to narrow the samples. */
export const SAMPLES = {
  asteroid: same('db_type'),
  type: same('sample_type'),
  chamber: same('chamber'),
  dish: same('dish'),
  weight_from: from(({ weight }) => weight),
  weight_to: to(({ weight }) => weight),
  size_from: from(mm),
  size_to: to(mm),
  pressure_from: from(({ pressure }) => pressure),
  pressure_to: to(({ pressure }) => pressure),
  volume_from: from(({ volume }) => volume),
  volume_to: to(({ volume }) => volume),
  asked: (what, model) => isAsked[what](model),
  held: (what, model) => isHeld[what](model),
  unsaved: (on, model) => (on ? among(model.ticks.changedPlaces().map(({ column }) => column)) : null),
} satisfies Narrows

/** Only these. */
function among(wanted: readonly number[]): Wanted {
  const these = new Set(wanted)
  return (one) => these.has(one)
}

const which: Record<Narrowing['proposals'], (model: GridModel) => Wanted> = {
  '': () => null,
  asks:
    ({ rows }) =>
    (row) =>
      rows[row]!.requested_samples.some(({ target }) => target),
  missing:
    ({ answers }) =>
    (row) =>
      answers.row(row).missing > 0,
  over:
    ({ answers }) =>
    (row) =>
      answers.row(row).over.length > 0,
  clash(model) {
    const clashing = [...model.columns.keys()].filter((column) => model.clashes(column))
    return among(clashing.flatMap((column) => model.ticks.takersOf(column)))
  },
}

/** Each way to narrow the proposals. */
export const PROPOSALS = {
  proposals: (what, model) => which[what](model),
  band: (ticked, { rows }) =>
    ticked.length === BAND_CODES.length
      ? null
      : (row) => ticked.includes(String(bandOf(rows[row]!.global_score) ?? 0)),
  unsaved: (on, model) => (on ? among(model.ticks.changedPlaces().map(({ row }) => row)) : null),
} satisfies Narrows

/** What stays in sight until the grid is narrowed anew: a row or a column does not go from under the hand because a tick made it another. */
export class Kept {
  private key = ''
  private rows = new Set<number>()
  private columns = new Set<number>()

  /** What of `all` matches now, and what did since `key` was another; kept by ids, for a grid is loaded anew. */
  with(key: string, model: GridModel, all: Shown, matching: Shown): Shown {
    if (this.key !== key) {
      this.key = key
      this.rows = new Set()
      this.columns = new Set()
    }
    for (const row of matching.rows) this.rows.add(model.rows[row]!.id)
    for (const column of matching.columns) this.columns.add(model.columns[column]!.id)
    return {
      rows: all.rows.filter((row) => this.rows.has(model.rows[row]!.id)),
      columns: all.columns.filter((column) => this.columns.has(model.columns[column]!.id)),
    }
  }
}

/** What a column or a row is ordered by, the highest first; null stands last. */
type Rate = (one: number) => number | null

const by =
  (figure: 'weight' | 'size' | 'pressure' | 'volume') =>
  ({ columns }: GridModel): Rate =>
  (column) =>
    columns[column]![figure]

const samples: Record<Exclude<Narrowing['order'], 'name' | 'near'>, (model: GridModel) => Rate> = {
  asked(model) {
    const near = nearCounts(model)
    // One that asks by name counts more than any number to which it is near.
    return (column) => askers(model.columns[column]!) * model.rows.length + near[column]!
  },
  weight: by('weight'),
  size: by('size'),
  pressure: by('pressure'),
  volume: by('volume'),
}

/** Nearer to what a proposal asks for of this grid is higher; what it names is the nearest, what answers none of it null. */
function nearTo({ columns, rows, ticks }: GridModel, proposal_id: number | undefined): Rate | null {
  const row = ticks.rowOfProposal(proposal_id ?? 0)
  if (row === undefined) return null
  const requests = rows[row]!.requested_samples.filter(({ target }) => target)
  const far = (sample: GridSample) =>
    requests.flatMap((request) => {
      if (request.sample_id === sample.id) return [-1]
      const its = distanceToRequest(sample, request)
      return its === null ? [] : [its]
    })
  return (column) => {
    const all = far(columns[column]!)
    return all.length === 0 ? null : -Math.min(...all)
  }
}

function rateOfSamples(model: GridModel, { order, near_to }: Narrowing): Rate | null {
  if (order === 'name') return null
  return order === 'near' ? nearTo(model, near_to) : samples[order](model)
}

const rateOfRows: Record<Narrowing['rows'], (model: GridModel) => Rate | null> = {
  '': () => null,
  missing:
    ({ answers }) =>
    (row) =>
      answers.row(row).missing,
  id:
    ({ rows }) =>
    (row) =>
      -rows[row]!.id,
}

/** All rows and columns of a model in the order of a narrowing; equal ones as the model has them. */
export const ordered = (model: GridModel, narrowing: Narrowing): Shown => ({
  rows: sorted(model.rows.length, rateOfRows[narrowing.rows](model)),
  columns: sorted(model.columns.length, rateOfSamples(model, narrowing)),
})

function sorted(size: number, rate: Rate | null): number[] {
  const all = Array.from({ length: size }, (_, one) => one)
  if (rate === null) return all
  const rates = all.map((one) => rate(one) ?? Number.NEGATIVE_INFINITY)
  return all.sort((a, b) => (rates[a] === rates[b] ? a - b : rates[b]! - rates[a]!))
}
