import type { impersonation } from '#domain/impersonation/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { startImpersonation, stopImpersonation } from './service.ts'

export const impersonationRoutes: Handlers<typeof impersonation> = {
  start: (ctx, { params, session }) => startImpersonation(ctx, params.id, session),
  stop: (ctx, { session }) => stopImpersonation(ctx, session),
}
