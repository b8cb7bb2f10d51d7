import type { callState } from '#domain/call_state/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { markCheck, showCheckList } from './check_list.ts'
import { showCall, showSteps } from './service.ts'

export const callStateRoutes: Handlers<typeof callState> = {
  checkList: (ctx, { params }) => showCheckList(ctx, params.id),
  check: (ctx, { params, body }) => markCheck(ctx, params.id, body),
  get: (ctx, { query }) => (query.only === 'steps' ? showSteps(ctx) : showCall(ctx)),
}
