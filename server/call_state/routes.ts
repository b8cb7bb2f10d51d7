import type { callState } from '#domain/call_state/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { showCall, showSteps } from './service.ts'

export const callStateRoutes: Handlers<typeof callState> = {
  get: (ctx, { query }) => (query.only === 'steps' ? showSteps(ctx) : showCall(ctx)),
}
