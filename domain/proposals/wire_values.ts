import { z } from 'zod'

/** A form field that was left empty is absent. */
export const blank = (value: unknown) => (value === '' || value === undefined ? null : value)

export const UNKNOWN = 'This choice does not exist.'

/** A whole number, as JSON or as a form field writes it. */
export const whole = z
  .union([z.number(), z.string().regex(/^\d+$/u).transform(Number)], UNKNOWN)
  .refine((n) => Number.isInteger(n) && n >= 0 && n <= 2_147_483_647, UNKNOWN)

/** Yes or no; absent is undefined. */
export const yes = z
  .union(
    [
      z.boolean(),
      z.enum(['1', '0', 'true', 'false', 'on', '']).transform((v) => v === '1' || v === 'true' || v === 'on'),
      z.literal(1).transform(() => true),
      z.literal(0).transform(() => false),
    ],
    UNKNOWN,
  )
  .optional()
