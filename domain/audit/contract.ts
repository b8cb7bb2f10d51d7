import { z } from 'zod'
import { office } from '../access.ts'
import { get, instant, paged } from '../endpoint.ts'
import { fromTime, idChoice, listFilter, searchText, toTime, wordChoice } from '../filters.ts'
import { AUDIT_ACTIONS, OBJECT_TYPES } from './objects.ts'

/**
 * `user` is the name or e-mail address of the person who acted. With an `object_id`, entries of a proposal include those
 * of its reports, and entries of a sample are all that mention it.
 */
export const AuditFilter = listFilter(
  {
    user: searchText,
    user_id: idChoice,
    object: wordChoice(OBJECT_TYPES),
    object_id: idChoice,
    action: wordChoice(AUDIT_ACTIONS),
    from: fromTime,
    to: toTime,
  },
  ['at'],
)
export type AuditFilter = z.output<typeof AuditFilter>

/** An audit entry with its changed fields as text. */
export const AuditRow = z.object({
  id: z.number(),
  at: instant,
  user: z.object({ id: z.number(), name: z.string(), email: z.string() }).nullable(),
  action: z.enum(AUDIT_ACTIONS),
  object_type: z.enum(OBJECT_TYPES),
  object_id: z.number().nullable(),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type AuditRow = z.infer<typeof AuditRow>

/** The last block of the hash chain (shown as the last seal); null before the first. */
const LastBlock = z.object({ number: z.number(), at: instant }).nullable()

export const audit = {
  list: get('/api/audit_log', office, {
    summary: 'Lists the entries of the audit log that the filters match, a page at a time.',
    query: AuditFilter,
    reply: paged(AuditRow),
  }),
  sealed: get('/api/audit_log/sealed', office, {
    summary: "Answers the last block of the audit log's hash chain; null before the first.",
    reply: LastBlock,
  }),
}
