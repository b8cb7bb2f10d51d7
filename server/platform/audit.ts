import type { Kysely } from 'kysely'
import type { DB } from './database/database.ts'

interface Entry {
  at: Date
  user_id: number | null
  action: string
  object: { type: string; id: number | null }
  before?: object | null | undefined
  after?: object | null | undefined
}

/** Only what differs: with `before`, the fields of `after` that changed; without, all of `after`. */
function changed(before: object | null | undefined, after: object | null | undefined) {
  if (!before || !after) return { before: before ?? null, after: after ?? null }
  const old = before as Record<string, unknown>
  const next = after as Record<string, unknown>
  const fields = Object.keys(next).filter((key) => JSON.stringify(old[key]) !== JSON.stringify(next[key]))
  const pick = (from: Record<string, unknown>) => Object.fromEntries(fields.map((f) => [f, from[f]]))
  return { before: pick(old), after: pick(next) }
}

/** Writes one audit entry in the transaction of what it records. Never hand it passwords, tokens or mail bodies. */
export async function recordAudit(tx: Kysely<DB>, { at, user_id, action, object, before, after }: Entry) {
  const change = changed(before, after)
  await tx
    .insertInto('audit_entries')
    .values({
      at: at.toISOString(),
      user_id,
      action,
      object_type: object.type,
      object_id: object.id,
      before: change.before && JSON.stringify(change.before),
      after: change.after && JSON.stringify(change.after),
    })
    .execute()
}
