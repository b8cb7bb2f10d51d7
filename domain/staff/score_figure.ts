import { z } from 'zod'
import { mustBeSent, signedNumber } from '../input_schemas.ts'

/** A number of at most two decimals from 0 to `max`; empty is null and clears it. */
export const scoreFigure = (max: number) => {
  const range = `Only a number from 0 to ${max} can be inputted in this form.`
  const number = z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    signedNumber(range)
      .refine((n) => n >= 0 && n <= max, { error: range, abort: true })
      .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, 'At most two decimals can be inputted.')
      .nullable(),
  )
  return mustBeSent(number)
}
