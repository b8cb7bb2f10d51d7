import { changesOf } from '#domain/audit/changes.ts'
import type { AuditFilter } from '#domain/audit/contract.ts'
import type { AuditAction, ObjectType } from '#domain/audit_actions.ts'
import type { Ctx } from '../platform/context.ts'
import { findEntries } from './queries.ts'

type Fields = Record<string, unknown> | null

/** A page of the audit log with the changes as text. */
export async function listEntries(ctx: Ctx, filter: AuditFilter) {
  const page = await findEntries(ctx.db, ctx.actor, filter)
  return {
    ...page,
    data: page.data.map(({ before, after, action, object_type, ...entry }) => ({
      ...entry,
      action: action as AuditAction,
      object_type: object_type as ObjectType,
      changes: changesOf(object_type as ObjectType, before as Fields, after as Fields),
    })),
  }
}
