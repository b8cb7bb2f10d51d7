import type { conflicts } from '#domain/conflicts/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { declareConflict, liftConflict, listConflicts, takeConflictBack } from './service.ts'

export const conflictRoutes: Handlers<typeof conflicts> = {
  list: (ctx, { query }) => listConflicts(ctx, query.proposal_id),
  declare: (ctx, { body }) => declareConflict(ctx, body),
  takeBack: (ctx, { params, body }) => takeConflictBack(ctx, params.id, body.reason),
  lift: (ctx, { body }) => liftConflict(ctx, body),
}
