import { z } from 'zod'
import { paging } from './wire.ts'

/** Free text to find anywhere in a column; blank finds everything. */
export const search = z.string().max(200).trim().default('')

/** An id chosen from a select; blank means all. */
export const choice = z
  .union([z.literal('').transform(() => undefined), z.coerce.number<number | string>().int()])
  .optional()

/** A tick that stands alone or in a group: true, false, 1 or 0; absent is undefined. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')])
  .optional()

/** A group of ticked numbers: absent does not filter, sent with nothing ticked finds nothing. */
export const ticks = z.preprocess(
  (value) =>
    value === undefined ? undefined : (Array.isArray(value) ? value : [value]).filter((v) => v !== ''),
  z.array(z.coerce.number<number | string>().int()).max(50).optional(),
)

/** The query of a list: its filters, `term` and `term_id` alike, and the page. */
export const listFilter = <S extends z.ZodRawShape>(shape: S) =>
  z.preprocess(
    (query) =>
      query !== null && typeof query === 'object' && 'term' in query && !('term_id' in query)
        ? { ...query, term_id: query.term }
        : query,
    z.object({ ...shape, ...paging }),
  )

/** Which of a group of flags are on; null when none was sent, so that nothing is filtered. */
export function ticked<K extends string>(flags: { [P in K]?: boolean | undefined }, names: readonly K[]) {
  return names.every((name) => flags[name] === undefined)
    ? null
    : names.filter((name) => flags[name] === true)
}
