import type { GridSample } from '#domain/allocation/contract.ts'
import { distanceToRequest } from '#domain/allocation/matching.ts'
import type { Served } from '#domain/allocation/served.ts'
import { micrometresToMm } from '#domain/samples/size.ts'
import { bandOf } from '#domain/staff/status.ts'
import type { Place, RowsAndColumns } from '#web/ui/grid/axes.ts'
import type { GridModel } from '../state/model.ts'
import { BAND_CODES, type Field, type GridFilterValues, NO_FILTERS } from './filter_fields.ts'
import { nearestCounts } from './nearest_counts.ts'

/** The predicate of one filter field for the columns or the rows; null if it filters nothing. */
const predicateOf = (
  filters: FieldPredicates,
  field: Field,
  values: GridFilterValues,
  model: GridModel,
): Predicate =>
  (filters[field] as ((value: unknown, model: GridModel) => Predicate) | undefined)?.(values[field], model) ??
  null

function allPredicates(
  filters: FieldPredicates,
  values: GridFilterValues,
  model: GridModel,
): (one: number) => boolean {
  const all = (Object.keys(filters) as Field[])
    .map((field) => predicateOf(filters, field, values, model))
    .filter((predicate) => predicate !== null)
  return (one) => all.every((predicate) => predicate(one))
}

/** The rows and columns that match all filters. */
export const applyFilters = (
  model: GridModel,
  { rows, columns }: RowsAndColumns,
  values: GridFilterValues,
): RowsAndColumns => ({
  rows: rows.filter(allPredicates(PROPOSAL_FILTERS, values, model)),
  columns: columns.filter(allPredicates(SAMPLE_FILTERS, values, model)),
})

/** The filter fields that hide one of these rows and columns. */
export function fieldsHiding(
  model: GridModel,
  values: GridFilterValues,
  { rows, columns }: RowsAndColumns,
): Field[] {
  const hides = (filters: FieldPredicates, field: Field, ones: readonly number[]) => {
    const predicate = predicateOf(filters, field, values, model)
    return predicate !== null && !ones.every(predicate)
  }
  return (Object.keys(NO_FILTERS) as Field[]).filter(
    (field) => hides(PROPOSAL_FILTERS, field, rows) || hides(SAMPLE_FILTERS, field, columns),
  )
}

/** The filter values with some of the fields reset. */
export const withoutFields = (values: GridFilterValues, fields: readonly Field[]): GridFilterValues => ({
  ...values,
  ...Object.fromEntries(fields.map((field) => [field, NO_FILTERS[field]])),
})

/** The assignments and unsaved changes whose row or column is not shown. */
export function hiddenAssignments({ rows, columns, assignments }: GridModel, shown: RowsAndColumns): Place[] {
  const [seenRows, seenColumns] = [new Set(shown.rows), new Set(shown.columns)]
  const everyRow = seenRows.size === rows.length
  const assigned = [...columns.keys()]
    .filter((column) => assignments.assignmentCounts[column]! > 0 && !(everyRow && seenColumns.has(column)))
    .flatMap((column) => assignments.assignedRows(column).map((row) => ({ row, column })))
  const gone = assignments.changedPlaces().filter((place) => !assignments.assigned(place))
  return [...assigned, ...gone].filter(({ row, column }) => !seenRows.has(row) || !seenColumns.has(column))
}

/** Whether a column, or a row, matches; null if all do. */
type Predicate = ((one: number) => boolean) | null
/** For each filter field the predicate that its value makes. */
type FieldPredicates = {
  [Field in keyof GridFilterValues]?: (value: GridFilterValues[Field], model: GridModel) => Predicate
}

type Figure = (sample: GridSample) => number | null

/** Compares a figure with the typed bound; an unknown figure never matches. */
const bounded =
  (holds: (known: number, typed: number) => boolean) =>
  (figure: Figure) =>
  (typed: string, { columns }: GridModel): Predicate =>
    typed === ''
      ? null
      : (column) => {
          const known = figure(columns[column]!)
          return known !== null && holds(known, Number(typed))
        }
const atLeast = bounded((known, typed) => known >= typed)
const atMost = bounded((known, typed) => known <= typed)

const equalTo =
  (field: 'db_type' | 'sample_type' | 'chamber' | 'dish') =>
  (code: string, { columns }: GridModel): Predicate =>
    code === '' ? null : (column) => columns[column]![field] === Number(code)

const mm: Figure = ({ size }) => (size === null ? null : micrometresToMm(size))

/** How many proposals request a sample by name. */
const namedRequestCount = (sample: GridSample) => sample.requested_sample.length

const ASKED_CHOICES: Record<GridFilterValues['asked'], (model: GridModel) => Predicate> = {
  '': () => null,
  named:
    ({ columns }) =>
    (column) =>
      namedRequestCount(columns[column]!) > 0,
  near(model) {
    const nearest = nearestCounts(model)
    return (column) => nearest[column]! > 0 || namedRequestCount(model.columns[column]!) > 0
  },
}

const HELD_CHOICES: Record<GridFilterValues['held'], (model: GridModel) => Predicate> = {
  '': () => null,
  free:
    ({ columns, assignments }) =>
    (column) =>
      assignments.assignmentCounts[column] === 0 && columns[column]!.elsewhere.length === 0,
  /** More than one proposal requests it by name or has it. */
  contested:
    ({ columns, assignments }) =>
    (column) => {
      const { id: sample_id, requested_sample: asked, elsewhere } = columns[column]!
      const assignmentCounts = assignments.assignmentCounts[column]!
      if (Math.max(asked.length, assignmentCounts) + elsewhere.length > 1) return true
      const asker = assignmentCounts === 1 && asked[0] && assignments.placeOf({ ...asked[0], sample_id })
      return Boolean(asker && !assignments.assigned(asker))
    },
  clash: (model) => (column) => model.hasClash(column),
}

/** The filters of the samples. */
export const SAMPLE_FILTERS = {
  asteroid: equalTo('db_type'),
  type: equalTo('sample_type'),
  chamber: equalTo('chamber'),
  dish: equalTo('dish'),
  weight_from: atLeast(({ weight }) => weight),
  weight_to: atMost(({ weight }) => weight),
  size_from: atLeast(mm),
  size_to: atMost(mm),
  pressure_from: atLeast(({ pressure }) => pressure),
  pressure_to: atMost(({ pressure }) => pressure),
  volume_from: atLeast(({ volume }) => volume),
  volume_to: atMost(({ volume }) => volume),
  asked: (what, model) => ASKED_CHOICES[what](model),
  held: (what, model) => HELD_CHOICES[what](model),
  unsaved: (on, model) => (on ? oneOf(model.assignments.changedPlaces().map(({ column }) => column)) : null),
} satisfies FieldPredicates

/** Matches only these. */
function oneOf(predicate: readonly number[]): Predicate {
  const these = new Set(predicate)
  return (one) => these.has(one)
}

function servedAs(served: Served): (model: GridModel) => Predicate {
  return ({ answers }) =>
    (row) =>
      answers.row(row).served === served
}

const PROPOSAL_CHOICES: Record<GridFilterValues['proposals'], (model: GridModel) => Predicate> = {
  '': () => null,
  asks:
    ({ rows }) =>
    (row) =>
      rows[row]!.requested_samples.some(({ target }) => target),
  nothing: servedAs('nothing'),
  part: servedAs('part'),
  complete: servedAs('complete'),
  over:
    ({ answers }) =>
    (row) =>
      answers.row(row).surplus.length > 0,
  clash(model) {
    const clashing = [...model.columns.keys()].filter((column) => model.hasClash(column))
    return oneOf(clashing.flatMap((column) => model.assignments.assignedRows(column)))
  },
}

/** The filters of the proposals. */
export const PROPOSAL_FILTERS = {
  proposals: (what, model) => PROPOSAL_CHOICES[what](model),
  band: (assigned, { rows }) =>
    assigned.length === BAND_CODES.length
      ? null
      : (row) => assigned.includes(String(bandOf(rows[row]!.global_score) ?? 0)),
  unsaved: (on, model) => (on ? oneOf(model.assignments.changedPlaces().map(({ row }) => row)) : null),
} satisfies FieldPredicates

/** Keeps rows and columns visible until the filters change, so that an edit does not remove the row or column under the pointer. */
export class StickyMatches {
  private key = ''
  private rows = new Set<number>()
  private columns = new Set<number>()

  /** Everything of `all` that matches now or has matched since `key` changed. Stored by id, because reloading changes the indices. */
  add(key: string, model: GridModel, all: RowsAndColumns, matching: RowsAndColumns): RowsAndColumns {
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

/** The value that a column or a row is sorted by, in descending order; null comes last. */
type SortKey = (one: number) => number | null

const byFigure =
  (figure: 'weight' | 'size' | 'pressure' | 'volume') =>
  ({ columns }: GridModel): SortKey =>
  (column) =>
    columns[column]![figure]

const SAMPLE_SORT_KEYS: Record<
  Exclude<GridFilterValues['order'], 'name' | 'near'>,
  (model: GridModel) => SortKey
> = {
  asked(model) {
    const nearest = nearestCounts(model)
    // One request by name counts more than any number of requests for any.
    return (column) => namedRequestCount(model.columns[column]!) * model.rows.length + nearest[column]!
  },
  weight: byFigure('weight'),
  size: byFigure('size'),
  pressure: byFigure('pressure'),
  volume: byFigure('volume'),
}

/** Higher for samples nearer to the proposal's requests in this grid; highest for a named one; null if it answers none. */
function nearestTo(
  { columns, rows, assignments }: GridModel,
  proposal_id: number | undefined,
): SortKey | null {
  const row = assignments.rowOfProposal(proposal_id ?? 0)
  if (row === undefined) return null
  const requests = rows[row]!.requested_samples.filter(({ target }) => target)
  const distances = (sample: GridSample) =>
    requests.flatMap((request) => {
      if (request.sample_id === sample.id) return [-1]
      const its = distanceToRequest(sample, request)
      return its === null ? [] : [its]
    })
  return (column) => {
    const all = distances(columns[column]!)
    return all.length === 0 ? null : -Math.min(...all)
  }
}

function sampleSortKey(model: GridModel, { order, near_to }: GridFilterValues): SortKey | null {
  if (order === 'name') return null
  return order === 'near' ? nearestTo(model, near_to) : SAMPLE_SORT_KEYS[order](model)
}

const ROW_SORT_KEYS: Record<GridFilterValues['rows'], (model: GridModel) => SortKey | null> = {
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

/** All rows and columns in the chosen order; equal ones in the order of the model. */
export const orderGrid = (model: GridModel, values: GridFilterValues): RowsAndColumns => ({
  rows: sorted(model.rows.length, ROW_SORT_KEYS[values.rows](model)),
  columns: sorted(model.columns.length, sampleSortKey(model, values)),
})

function sorted(size: number, rate: SortKey | null): number[] {
  const all = Array.from({ length: size }, (_, one) => one)
  if (rate === null) return all
  const rates = all.map((one) => rate(one) ?? Number.NEGATIVE_INFINITY)
  return all.sort((a, b) => (rates[a] === rates[b] ? a - b : rates[b]! - rates[a]!))
}
