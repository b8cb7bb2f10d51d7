import type { scenarios } from '#domain/scenarios/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { createScenario, deleteScenario, saveScenario } from './save.ts'
import { listScenarios, showScenario } from './service.ts'

export const scenarioRoutes: Handlers<typeof scenarios> = {
  list: (ctx, { query }) => listScenarios(ctx, query),
  add: (ctx, { body }) => createScenario(ctx, body),
  get: (ctx, { params }) => showScenario(ctx, params.id),
  save: (ctx, { params, body }) => saveScenario(ctx, params.id, body),
  remove: (ctx, { params }) => deleteScenario(ctx, params.id),
}
