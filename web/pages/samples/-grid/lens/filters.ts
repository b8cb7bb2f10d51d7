import { CONTACT_PAD_GRID, GAS_GRID, type Grid, PARTICLE_GRID } from '#domain/allocation/grid.ts'
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
import { type Filter, flags, select, text, ticks } from '#web/lib/lists/filters.ts'
import type { Field } from './search.ts'

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

/** What samples of a grid are told apart by. */
function ofKind(grid: Grid): GridFilter[] {
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
  { id: 'contested', label: 'contested' },
  { id: 'clash', label: 'clashing' },
])
const WHICH = select('proposals', 'Proposals', [
  { id: 'asks', label: 'that ask for this type' },
  { id: 'missing', label: 'not yet served' },
  { id: 'over', label: 'over-asked' },
  { id: 'clash', label: 'clashing' },
])
const BAND = ticks('band', 'Score', [
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

/** What the button is called behind which the ways to narrow a grid stand. */
export const FOLDED: Record<Grid, string> = {
  0: 'Narrow',
  1: 'Type, chamber, mg',
  2: 'Pressure, volume',
  3: 'Chamber, mg',
  4: 'mg, mm',
}

/** The ways to narrow and order a grid; `near` is what the order by distance is called now. */
export const filtersOf = (grid: Grid, near: string): GridFilter[] => [
  ASKED,
  HELD,
  WHICH,
  ORDER(grid, near),
  ROWS,
  ...ofKind(grid),
  BAND,
  UNSAVED,
]
