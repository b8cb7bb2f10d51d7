import { z } from 'zod'

/** The largest id that a column holds. */
export const MAX_ID = 2_147_483_647

/** A number, or its text as a form or an address writes it; nothing else passes for one. */
const written = (text: z.ZodType<string, string>, message?: string) =>
  z.union([z.number(), text.transform(Number)], message)

const trimmed = z.string().trim()

/** A number with a sign and decimals or without. */
export const numeric = (message: string) => written(trimmed.regex(/^[+-]?\d+(\.\d+)?$/u), message)

/** A number that is never negative, with decimals or without. */
export const amount = (message: string) =>
  written(trimmed.regex(/^\d+(\.\d+)?$/u), message).refine((n) => n >= 0, message)

/** A whole number from 0, in digits alone; nothing goes on to be asked of another one. */
export const wholeNumber = (max = MAX_ID, message?: string) => {
  const wrong = { abort: true, ...(message !== undefined && { error: message }) }
  return written(z.string().regex(/^\d+$/u), message).pipe(
    z.number(message).int(wrong).min(0, wrong).max(max, wrong),
  )
}
