import type { panel } from '#domain/panel/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as grades from './grades.ts'

export const panelRoutes: Handlers<typeof panel> = {
  myGrades: (ctx, { query }) => grades.listOwnGrades(ctx, query.term_id),
  saveGrade: (ctx, { params, body }) => grades.saveGrade(ctx, params.id, body),
  shareGrades: (ctx, { body }) => grades.shareGrades(ctx, body),
  sharedGrades: (ctx, { params }) => grades.listSharedGrades(ctx, params.id),
}
