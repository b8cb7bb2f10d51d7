import type { undo } from '#domain/undo/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { dismissAct, listActs, resumeAct, undoAct } from './service.ts'

export const undoRoutes: Handlers<typeof undo> = {
  list: (ctx) => listActs(ctx),
  undo: (ctx, { params }) => undoAct(ctx, params.id),
  resume: (ctx, { params }) => resumeAct(ctx, params.id),
  dismiss: (ctx, { params }) => dismissAct(ctx, params.id),
}
