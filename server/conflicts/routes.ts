import type { conflicts } from '#domain/conflicts/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { findConflicts } from './queries.ts'
import { declareConflict, takeConflictBack } from './service.ts'

export const conflictRoutes: Handlers<typeof conflicts> = {
  list: (ctx, { query }) => findConflicts(ctx.db, ctx.actor, query.proposal_id),
  declare: (ctx, { body }) => declareConflict(ctx, body),
  takeBack: (ctx, { params }) => takeConflictBack(ctx, params.id),
}
