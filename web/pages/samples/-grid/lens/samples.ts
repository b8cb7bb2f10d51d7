import type { GridSample } from '#domain/allocation/contract.ts'
import { inMm } from '#domain/samples/size.ts'
import type { GridModel } from '../model.ts'
import { nearCounts } from './near.ts'
import type { Narrowing } from './search.ts'

/** Whether a column, or a row, of a model is wanted; null when all are. */
export type Wanted = ((one: number) => boolean) | null
/** What a field of the narrowing wants of a model, by what it holds. */
export type Narrows = { [Field in keyof Narrowing]?: (value: Narrowing[Field], model: GridModel) => Wanted }

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
export const askers = (sample: GridSample) => sample.requested_sample.length

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
export function among(wanted: readonly number[]): Wanted {
  const these = new Set(wanted)
  return (one) => these.has(one)
}
