import { useLocation } from '@tanstack/react-router'
import { CONTACT_PAD_GRID, GAS_GRID, type Grid, PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { SERVED, servedLabels } from '#domain/allocation/served.ts'
import {
  AGGREGATE,
  asteroids,
  type Choice,
  choices,
  LABELS,
  labelOf,
  PARTICLE,
} from '#domain/masters/values.ts'
import { BANDS_BEST_FIRST } from '#domain/staff/status.ts'
import { checks, type Filter, flags, select, text } from '#web/lib/lists/filters.ts'

/** The codes of the score bands, best first; '0' is no score. */
export const BAND_CODES: readonly string[] = [...BANDS_BEST_FIRST.map(({ code }) => String(code)), '0']

/** Reads a field from what the address says; nonsense gives the value of an unfiltered grid. */
type Read<T> = (raw: unknown) => T

const readOneOf =
  <const W extends string, const D extends string>(words: readonly W[], otherwise: D): Read<W | D> =>
  (raw) =>
    words.find((one) => one === raw) ?? otherwise
const readOneOrNone = <const W extends string>(words: readonly W[]) => readOneOf(words, '')
const trimmed = (raw: unknown) => (typeof raw === 'string' ? raw.trim() : '')
const readNumber: Read<string> = (raw) =>
  trimmed(raw).length <= 12 && Number(trimmed(raw)) >= 0 ? trimmed(raw) : ''
const readFlag: Read<boolean> = (raw) => raw === true || raw === 'true' || raw === '1'
const readBands: Read<string[]> = (raw) => {
  const codes = typeof raw === 'string' ? [raw] : raw
  return BAND_CODES.filter((code) => !isStrings(codes) || codes.includes(code))
}
const isStrings = (raw: unknown): raw is string[] =>
  Array.isArray(raw) && raw.every((one) => typeof one === 'string')
const readId: Read<number | undefined> = (raw) =>
  (typeof raw === 'number' || typeof raw === 'string') && /^\d+$/u.test(`${raw}`) ? Number(raw) : undefined

type Readers = Record<string, Read<unknown>>
type ReadResult<F extends Readers> = { [K in keyof F]: ReturnType<F[K]> }

/** A parser of an address, field by field. Zod schemas would double the size of the grid's script. */
const parser = <F extends Readers>(readers: F) => ({
  parse: (raw: object) =>
    Object.fromEntries(
      Object.entries(readers).map(([name, read]) => [name, read((raw as Record<string, unknown>)[name])]),
    ) as ReadResult<F>,
})

const filterReaders = {
  asteroid: readOneOrNone(['1', '2']),
  type: readOneOrNone(['0', '1', '2', '3', '4']),
  chamber: readOneOrNone(['1', '2']),
  dish: readOneOrNone(['1', '2', '3', '4', '5', '6', '7', '8']),
  /** Weights in mg, sizes in mm, pressures in Pa, volumes in ml. */
  weight_from: readNumber,
  weight_to: readNumber,
  size_from: readNumber,
  size_to: readNumber,
  pressure_from: readNumber,
  pressure_to: readNumber,
  volume_from: readNumber,
  volume_to: readNumber,
  /** Who requests the samples, and who has them. */
  asked: readOneOrNone(['near', 'named']),
  held: readOneOrNone(['free', 'contested', 'clash']),
  proposals: readOneOrNone(['asks', ...SERVED, 'over', 'clash']),
  band: readBands,
  unsaved: readFlag,
  /** The order of the samples; `near` sorts by distance to the requests of the proposal `near_to`. */
  order: readOneOf(['name', 'weight', 'size', 'pressure', 'volume', 'near'], 'asked'),
  near_to: readId,
  rows: readOneOrNone(['missing', 'id']),
}

/** The filters and the order of a grid, as its address holds them. */
export const GridFilterValues = parser(filterReaders)
export type GridFilterValues = ReadResult<typeof filterReaders>
export type Field = keyof GridFilterValues

/** The values of a grid without filters, in its default order. */
export const NO_FILTERS: GridFilterValues = GridFilterValues.parse({})

/** The query of a grid's address besides its term: filters, and a place to go to. */
export const GridSearch = parser({
  ...filterReaders,
  /** The sample and the proposal to go to on opening. */
  sample: readId,
  proposal: readId,
  scenario: readId,
  zoom: (raw: unknown) => (typeof raw === 'string' && raw.length <= 10 ? raw : undefined),
})

/** The query of the current address. */
export const useGridSearch = () => GridSearch.parse(useLocation().search)

type GridFilter = Filter<Field>

const { 0: _any, ...chambers } = LABELS.ChamberList
const { 0: _all, ...dishes } = LABELS.dish_list

const range = (figure: 'weight' | 'size' | 'pressure' | 'volume', label: string): GridFilter[] => [
  text(`${figure}_from`, `${label} from`),
  text(`${figure}_to`, `${label} to`),
]

const asteroid: GridFilter = select('asteroid', 'Asteroid', choices(asteroids))
const origin: GridFilter[] = [
  select('chamber', 'Chamber', choices(chambers)),
  select('dish', 'Dish', choices(dishes)),
]
const mass = [...range('weight', 'mg'), ...range('size', 'mm')]
const type = select(
  'type',
  'Type',
  [PARTICLE, AGGREGATE].map((id) => ({ id, label: labelOf('sample_type', id) })),
)

/** The filter fields for the samples of a grid. */
function sampleFields(grid: Grid): GridFilter[] {
  if (grid === GAS_GRID) return [asteroid, ...range('pressure', 'Pa'), ...range('volume', 'ml')]
  if (grid === CONTACT_PAD_GRID) return mass
  return [asteroid, ...(grid === PARTICLE_GRID ? [type] : []), ...origin, ...mass]
}

const ASKED = select('asked', 'Samples', [
  { id: 'near', label: 'asked for or near' },
  { id: 'named', label: 'asked for by name' },
])
const HELD = select('held', 'Held', [
  { id: 'free', label: 'by nobody' },
  { id: 'contested', label: 'wanted by several' },
  { id: 'clash', label: 'clashing' },
])
const WHICH = select('proposals', 'Proposals', [
  { id: 'asks', label: 'that request this type' },
  ...SERVED.map((id) => ({ id, label: servedLabels[id].toLowerCase() })),
  { id: 'over', label: 'over-allocated' },
  { id: 'clash', label: 'clashing' },
])
const BAND = checks('band', 'Score', [
  ...BANDS_BEST_FIRST.map(({ code, label }): Choice => ({ id: code, label })),
  { id: 0, label: '(Not Scored)' },
])
const UNSAVED = flags('Only', { unsaved: 'my unsaved changes' }, false)

const ORDER = (grid: Grid, near: string) =>
  select(
    'order',
    'Order',
    [
      { id: 'asked', label: 'most asked first' },
      ...(grid === GAS_GRID
        ? [
            { id: 'pressure', label: 'highest pressure first' },
            { id: 'volume', label: 'largest volume first' },
          ]
        : [
            { id: 'weight', label: 'heaviest first' },
            { id: 'size', label: 'largest first' },
          ]),
      { id: 'name', label: 'asteroid and name' },
      { id: 'near', label: near },
    ],
    { initial: 'asked', blank: null },
  )
const ROWS = select(
  'rows',
  'Rows',
  [
    { id: 'missing', label: 'most missing first' },
    { id: 'id', label: 'by number' },
  ],
  { blank: 'best score first' },
)

/** The label of the button that opens the filter fields. */
export const FOLD_LABELS: Record<Grid, string> = {
  0: 'Narrow',
  1: 'Type, chamber, mg',
  2: 'Pressure, volume',
  3: 'Chamber, mg',
  4: 'mg, mm',
}

/** The filter fields of a grid; `near` is the label of the order by distance. */
export const filterFields = (grid: Grid, near: string): GridFilter[] => [
  ASKED,
  HELD,
  WHICH,
  ORDER(grid, near),
  ROWS,
  ...sampleFields(grid),
  BAND,
  UNSAVED,
]
