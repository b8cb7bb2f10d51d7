import { z } from 'zod'
import { wholeNumber } from './number.ts'
import { paging } from './wire.ts'

/** Free text to find anywhere in a column; blank finds everything. */
export const search = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'))
  .trim()
  .default('')

const MAX_CODE = 32_767

const optional = <N extends z.ZodType<number>>(number: N) =>
  z.union([z.literal('').transform(() => undefined), number]).optional()

/** An id chosen from a select; blank means all. */
export const choice = optional(wholeNumber())

/** An id of a closed list chosen from a select; blank means all. */
export const code = optional(wholeNumber(MAX_CODE))

/** A tick that stands alone or in a group: true, false, 1 or 0; absent is undefined. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')])
  .optional()

const tick = z.union([z.literal('').transform(() => null), wholeNumber(MAX_CODE)])

/** A group of ticked numbers: absent does not filter, sent with nothing ticked finds nothing. */
export const ticks = z
  .union([z.array(tick).max(50), tick.transform((one) => [one])])
  .optional()
  .transform((values) => values?.filter((value) => value !== null))

/** The query of a list of a term: its filters, the term and the page. */
export const listFilter = <S extends z.ZodRawShape>(shape: S) =>
  z.object({ ...shape, term_id: choice, ...paging })

/** Which of a group of flags are on; null when none was sent, so that nothing is filtered. */
export function ticked<K extends string>(flags: { [P in K]?: boolean | undefined }, names: readonly K[]) {
  return names.every((name) => flags[name] === undefined)
    ? null
    : names.filter((name) => flags[name] === true)
}
