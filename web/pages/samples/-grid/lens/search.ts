import { useLocation } from '@tanstack/react-router'
import { BANDS } from '#domain/staff/score_band.ts'

/** The bands of the global score, the best first, and last those without a score. */
export const BAND_CODES: readonly string[] = [...BANDS.map(({ code }) => String(code)), '0']

/** What a field is by what an address says of it; what it can not be taken for is as in a grid that nobody has narrowed. */
type Reads<T> = (said: unknown) => T

const oneOf =
  <const W extends string, const D extends string>(words: readonly W[], otherwise: D): Reads<W | D> =>
  (said) =>
    words.find((one) => one === said) ?? otherwise
const word = <const W extends string>(words: readonly W[]) => oneOf(words, '')
const text = (said: unknown) => (typeof said === 'string' ? said.trim() : '')
const figure: Reads<string> = (said) => (text(said).length <= 12 && Number(text(said)) >= 0 ? text(said) : '')
const tick: Reads<boolean> = (said) => said === true || said === 'true' || said === '1'
const ticks: Reads<string[]> = (said) => {
  const ticked = typeof said === 'string' ? [said] : said
  return BAND_CODES.filter((code) => !isTexts(ticked) || ticked.includes(code))
}
const isTexts = (said: unknown): said is string[] =>
  Array.isArray(said) && said.every((one) => typeof one === 'string')
const id: Reads<number | undefined> = (said) =>
  (typeof said === 'number' || typeof said === 'string') && /^\d+$/u.test(`${said}`)
    ? Number(said)
    : undefined

type Fields = Record<string, Reads<unknown>>
type Read<F extends Fields> = { [K in keyof F]: ReturnType<F[K]> }

/** Reads what an address says, field by field: shapes of zod's would be half of what a grid brings. */
const reading = <F extends Fields>(fields: F) => ({
  parse: (said: object) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, read]) => [name, read((said as Record<string, unknown>)[name])]),
    ) as Read<F>,
})

const narrowing = {
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
  band: ticks,
  unsaved: tick,
  /** The order of the samples; `near` takes that of the distance to what a proposal asks for, `near_to` its number. */
  order: oneOf(['name', 'weight', 'size', 'pressure', 'volume', 'near'], 'asked'),
  near_to: id,
  rows: word(['missing', 'id']),
}

/** What of a grid is looked at, and in which order: what its address says of it, in the words of a search card. */
export const Narrowing = reading(narrowing)
export type Narrowing = Read<typeof narrowing>

/** What the address of a grid can say beside its term: how it is narrowed, and where to go in it. */
export const GridSearch = reading({
  ...narrowing,
  /** A sample and a proposal to go to at opening. */
  sample: id,
  proposal: id,
  scenario: id,
  zoom: (said: unknown) => (typeof said === 'string' && said.length <= 10 ? said : undefined),
})

/** What the address of the grid on the screen says. */
export const useGridSearch = () => GridSearch.parse(useLocation().search)
