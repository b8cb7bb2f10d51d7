import { useLocation } from '@tanstack/react-router'
import { z } from 'zod'
import { flag } from '#domain/filters.ts'
import { wholeNumber } from '#domain/number.ts'
import { BANDS } from '#domain/staff/score_band.ts'

/** The bands of the global score, the best first, and last those without a score. */
export const BAND_CODES: readonly string[] = [...BANDS.map(({ code }) => String(code)), '0']

const word = <const W extends string>(words: readonly W[]) =>
  z.union([z.literal(''), z.literal(words)]).catch('' as '' | W)
const figure = z
  .string()
  .trim()
  .max(12)
  .refine((text) => text === '' || Number(text) >= 0)
  .catch('')
const tick = flag.transform((on) => on === true).catch(false)
const id = wholeNumber().optional().catch(undefined)

/** What of a grid is looked at, and in which order: what its address says of it, in the words of a search card. */
export const Narrowing = z.object({
  asteroid: word(['1', '2']),
  type: word(['0', '1', '2', '3', '4']),
  chamber: word(['1', '2']),
  dish: word(['1', '2', '3', '4', '5', '6', '7', '8']),
  /** Weights in mg, sizes in mm, pressures in Pa, volumes in ml. */
  weight_from: figure,
  weight_to: figure,
  size_from: figure,
  size_to: figure,
  pressure_from: figure,
  pressure_to: figure,
  volume_from: figure,
  volume_to: figure,
  /** By whom the samples are asked for, and who has them. */
  asked: word(['near', 'named']),
  held: word(['free', 'contested', 'clash']),
  /** Which proposals. */
  proposals: word(['asks', 'missing', 'over', 'clash']),
  band: z
    .union([z.array(z.string()), z.string().transform((one) => [one])])
    .transform((ticked) => BAND_CODES.filter((code) => ticked.includes(code)))
    .catch([...BAND_CODES]),
  unsaved: tick,
  /** The order of the samples; `near` takes that of the distance to what a proposal asks for, `near_to` its number. */
  order: z.enum(['asked', 'name', 'weight', 'size', 'pressure', 'volume', 'near']).catch('asked'),
  near_to: id,
  rows: word(['missing', 'id']),
})
export type Narrowing = z.output<typeof Narrowing>

/** What the address of a grid can say beside its term: how it is narrowed, and where to go in it. */
export const GridSearch = Narrowing.extend({
  /** A sample and a proposal to go to at opening. */
  sample: id,
  proposal: id,
  scenario: id,
  zoom: z.string().max(10).optional().catch(undefined),
})
export type GridSearch = z.output<typeof GridSearch>

/** What the address of the grid on the screen says. */
export const useGridSearch = (): GridSearch => GridSearch.parse(useLocation().search)
