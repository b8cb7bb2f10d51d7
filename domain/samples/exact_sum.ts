/** The decimals of a number as it is written: 2 for 0.95, 9 for 1.5e-8. */
function decimalsOf(value: number): number {
  const [digits = '', exponent = '0'] = String(value).split('e')
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent))
}

const MAX_DECIMALS = 20

/** A sum without floating-point noise: it has as many decimals as the most exact of its summands. */
export function exactSum(values: readonly number[]): number {
  const decimals = values.reduce((most, value) => Math.max(most, decimalsOf(value)), 0)
  const sum = values.reduce((all, value) => all + value, 0)
  return Number(sum.toFixed(Math.min(decimals, MAX_DECIMALS)))
}

/** The sum of the known weights in mg. */
export const totalMg = (samples: readonly { weight: number | null }[]) =>
  exactSum(samples.flatMap(({ weight }) => weight ?? []))
