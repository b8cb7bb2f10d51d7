import { useLocation } from '@tanstack/react-router'
import { BANDS_BEST_FIRST } from '#domain/staff/status.ts'

/** The bands of the global score, the best first, and last those without a score. */
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

const narrowing = {
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
  /** By whom the samples are asked for, and who has them. */
  asked: readOneOrNone(['near', 'named']),
  held: readOneOrNone(['free', 'contested', 'clash']),
  /** Which proposals. */
  proposals: readOneOrNone(['asks', 'missing', 'over', 'clash']),
  band: readBands,
  unsaved: readFlag,
  /** The order of the samples; `near` takes that of the distance to what a proposal asks for, `near_to` its number. */
  order: readOneOf(['name', 'weight', 'size', 'pressure', 'volume', 'near'], 'asked'),
  near_to: readId,
  rows: readOneOrNone(['missing', 'id']),
}

/** What of a grid is looked at, and in which order: what its address says of it, in the words of a search card. */
export const Narrowing = parser(narrowing)
export type Narrowing = ReadResult<typeof narrowing>
export type Field = keyof Narrowing

/** The values of a grid without filters, in its default order. */
export const OPEN: Narrowing = Narrowing.parse({})

/** What the address of a grid can say beside its term: how it is narrowed, and where to go in it. */
export const GridSearch = parser({
  ...narrowing,
  /** A sample and a proposal to go to at opening. */
  sample: readId,
  proposal: readId,
  scenario: readId,
  zoom: (raw: unknown) => (typeof raw === 'string' && raw.length <= 10 ? raw : undefined),
})

/** What the address of the grid on the screen says. */
export const useGridSearch = () => GridSearch.parse(useLocation().search)
