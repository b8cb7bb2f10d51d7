import { z } from 'zod'
import { office } from '../access.ts'
import { get, instant, paged } from '../endpoint.ts'
import { fromTime, idChoice, listFilter, searchText, toTime, wordChoice } from '../filters.ts'
import { AUDIT_ACTIONS, OBJECT_TYPES } from './objects.ts'

/**
 * `user` is the name or e-mail of who did it. With an `object_id`, a proposal's entries are those of its reports too,
 * and a sample's all that name it.
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

/** An entry of the audit log, its changed fields in words. */
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

/** Up to when entries are sealed, and the number of the last seal; null before the first. */
const LastBlock = z.object({ number: z.number(), at: instant }).nullable()

export const audit = {
  list: get('/api/audit_log', office, { query: AuditFilter, reply: paged(AuditRow) }),
  sealed: get('/api/audit_log/sealed', office, { reply: LastBlock }),
}
