import type { system } from '#domain/system/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { showMaintenance, switchMaintenance } from './maintenance.ts'
import { showChecks, showSystem } from './service.ts'

export const systemRoutes: Handlers<typeof system> = {
  show: showSystem,
  checks: (ctx, { query }) => showChecks(ctx, query.again !== undefined),
  maintenance: showMaintenance,
  switchMaintenance: (ctx, { body }) => switchMaintenance(ctx, body),
}
