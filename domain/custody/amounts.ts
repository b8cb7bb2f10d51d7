declare const unitOf: unique symbol

/** How much of a solid: whole micrograms. */
export type Micrograms = number & { readonly [unitOf]: 'ug' }
/** How much of a gas: whole millipascals at the fixed volume of its bottle. */
export type Millipascals = number & { readonly [unitOf]: 'mpa' }
export type Amount = Micrograms | Millipascals

export const UNITS = ['ug', 'mpa'] as const
export type Unit = (typeof UNITS)[number]

/** The largest amount: a kilogram, or a million kilopascals. */
export const MAX_AMOUNT = 1_000_000_000_000

/** Throws RangeError unless `n` is a whole number that can be an amount or a difference of two. */
function requireWhole(n: number): number {
  if (!Number.isSafeInteger(n) || Math.abs(n) > MAX_AMOUNT) throw new RangeError(`${n} is no amount.`)
  return n === 0 ? 0 : n
}
export const micrograms = (n: number) => requireWhole(n) as Micrograms
export const millipascals = (n: number) => requireWhole(n) as Millipascals
export const amountIn = (unit: Unit, n: number): Amount => (unit === 'ug' ? micrograms(n) : millipascals(n))

/** A figure of the catalogue (mg, or Pa) as an amount, rounded once; an unknown one is 0. */
export const fromCatalogue = (unit: Unit, figure: number | null): Amount =>
  amountIn(unit, Math.round((figure ?? 0) * 1000))

/** What an amount is written in: mg, or Pa. */
export const writtenUnit = (unit: Unit) => (unit === 'ug' ? 'mg' : 'Pa')

/**
 * An amount as people write it, in mg or Pa: '2.004', '.5', '−0.3'. Null when it is not a number with at most three decimals
 * within the limits. A comma is not read: '1,240' may mean either.
 */
export function parseAmount(unit: Unit, text: string): Amount | null {
  const [, sign = '', whole = '', decimals = ''] = /^([-−]?)(\d*)(?:\.(\d{0,3}))?$/u.exec(text.trim()) ?? []
  if (whole === '' && decimals === '') return null
  const n = Number(whole) * 1000 + Number(decimals.padEnd(3, '0'))
  return n > MAX_AMOUNT ? null : amountIn(unit, sign === '' ? n : -n)
}

/** A whole number with its decimals split off, exact: 12345 with 3 is '12.345'. */
function withDecimals(n: number, decimals: number): string {
  const digits = String(Math.abs(n)).padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  const rest = decimals === 0 ? '' : `.${digits.slice(-decimals)}`
  return `${n < 0 ? '−' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/gu, ',')}${rest}`
}

/** In mg with three decimals: '2.004'. */
export const formatMg = (n: Micrograms) => withDecimals(n, 3)
/** In whole µg: '1,240'. */
export const formatUg = (n: Micrograms) => withDecimals(n, 0)
/** In Pa with one decimal: '120.5'. */
export const formatPa = (n: Millipascals) => withDecimals(Math.round(n / 100), 1)

/** An amount with its unit: '2.004 mg', '120.5 Pa'. */
export const formatAmount = (unit: Unit, n: number) =>
  `${unit === 'ug' ? formatMg(micrograms(n)) : formatPa(millipascals(n))} ${writtenUnit(unit)}`

/** A small amount, such as what was used or lost, with its unit: '260 µg', '0.4 Pa'. */
export const formatSmall = (unit: Unit, n: number) =>
  unit === 'ug' ? `${formatUg(micrograms(n))} µg` : formatAmount(unit, n)

/** A difference with its sign: '+41 µg', '−41 µg', '0 µg'. */
export const formatDifference = (unit: Unit, n: number) => `${n > 0 ? '+' : ''}${formatSmall(unit, n)}`

/** An amount for a file or a field, in mg or Pa without separators, exact: '2.004'. */
export const writeAmount = (n: number) => withDecimals(n, 3).replaceAll(',', '').replace('−', '-')
