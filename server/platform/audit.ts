import type { Insertable, Kysely } from 'kysely'
import { type AuditAction, type AuditObject, objectTypeOf } from '#domain/audit_actions.ts'
import type { DB } from './database/database.ts'
import { type Param, prepareQuery } from './database/prepared_query.ts'
import type { AuditEntries } from './database/tables.gen.ts'

interface Entry {
  at: Date
  user_id: number | null
  action: AuditAction
  object: AuditObject<AuditAction>
  before?: object | null | undefined
  after?: object | null | undefined
}

/** With `before`, only the fields of `after` that changed; without it, all of `after`. */
function changed(before: object | null | undefined, after: object | null | undefined) {
  if (!before || !after) return { before: before ?? null, after: after ?? null }
  const old = before as Record<string, unknown>
  const next = after as Record<string, unknown>
  const fields = Object.keys(next).filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(fields.map((f) => [f, from[f]]))
  return { before: pick(old), after: pick(next) }
}

/** The proposal that the object is, or that it belongs to or is about (reports, conflicts, results, users' questions); else null. */
function proposalOf(type: string, object: AuditObject<AuditAction>) {
  if (type === 'proposal') return object.id
  const points = type === 'report' || type === 'conflict' || type === 'result' || type === 'user'
  return points && 'proposal_id' in object ? Number(object.proposal_id) : null
}

const addEntry = prepareQuery(
  (db: Kysely<DB>, param: Param<Required<Omit<Insertable<AuditEntries>, 'id'>>>) =>
    db.insertInto('audit_entries').values({
      at: param('at'),
      user_id: param('user_id'),
      action: param('action'),
      object_type: param('object_type'),
      object_id: param('object_id'),
      proposal_id: param('proposal_id'),
      before: param('before'),
      after: param('after'),
    }),
)

/** Writes an audit entry in the transaction of the change. Never pass passwords, tokens or mail bodies. */
export async function recordAudit(tx: Kysely<DB>, { at, user_id, action, object, before, after }: Entry) {
  const change = changed(before, after)
  const object_type = objectTypeOf(action)
  await addEntry(tx, {
    at: at.toISOString(),
    user_id,
    action,
    object_type,
    object_id: object.id,
    proposal_id: proposalOf(object_type, object),
    before: change.before && JSON.stringify(change.before),
    after: change.after && JSON.stringify(change.after),
  })
}
