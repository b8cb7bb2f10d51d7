import type { audit } from '#domain/audit/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { showSealed } from './seals.ts'
import { listEntries } from './service.ts'

export const auditRoutes: Handlers<typeof audit> = {
  list: (ctx, { query }) => listEntries(ctx, query),
  sealed: (ctx) => showSealed(ctx),
}
