import type { callState } from '#domain/call_state/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { showCall } from './service.ts'

export const callStateRoutes: Handlers<typeof callState> = { get: showCall }
