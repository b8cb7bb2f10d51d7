import type { panel } from '#domain/panel/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { requireCurrentTerm, savePanelLine } from '../terms/service.ts'
import * as grades from './grades.ts'
import * as leads from './leads.ts'

export const panelRoutes: Handlers<typeof panel> = {
  myGrades: (ctx, { query }) => grades.listOwnGrades(ctx, query.term_id),
  saveGrade: (ctx, { params, body }) => grades.saveGrade(ctx, params.id, body),
  shareGrades: (ctx, { body }) => grades.shareGrades(ctx, body),
  sharedGrades: (ctx, { params }) => grades.listSharedGrades(ctx, params.id),
  saveLine: async (ctx, { query, body }) =>
    savePanelLine(ctx, query.term_id ?? (await requireCurrentTerm(ctx.db)).id, body),
  leads: (ctx, { query }) => leads.showLeads(ctx, query.term_id),
  myLeads: (ctx, { query }) => leads.showOwnLeads(ctx, query.term_id),
  saveLeads: (ctx, { body }) => leads.saveLeads(ctx, body),
  suggestLeads: (ctx, { query, closed }) => leads.suggestSpeakers(ctx, query.term_id, closed),
}
