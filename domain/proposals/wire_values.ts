import { z } from 'zod'
import { MAX_ID, wholeNumber } from '../input_schemas.ts'

/** A form field that was left empty is absent. */
export const blank = (value: unknown) => (value === '' || value === undefined ? null : value)

export const UNKNOWN = 'This choice does not exist.'

/** A whole number, as JSON or as a form field writes it. */
export const whole = wholeNumber(MAX_ID, UNKNOWN)

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
