import type { acting } from '#domain/acting/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { actAs, stopActing } from './service.ts'

export const actingRoutes: Handlers<typeof acting> = {
  start: (ctx, { params, session }) => actAs(ctx, params.id, session),
  stop: (ctx, { session }) => stopActing(ctx, session),
}
