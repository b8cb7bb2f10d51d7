import type { audit } from '#domain/audit/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { showLastBlock } from './hash_chain.ts'
import { listEntries } from './service.ts'

export const auditRoutes: Handlers<typeof audit> = {
  list: (ctx, { query }) => listEntries(ctx, query),
  sealed: (ctx) => showLastBlock(ctx),
}
