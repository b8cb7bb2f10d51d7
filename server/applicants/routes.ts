import type { applicants } from '#domain/applicants/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as decisions from './decisions.ts'
import * as runs from './runs.ts'
import * as service from './service.ts'

export const applicantRoutes: Handlers<typeof applicants> = {
  create: (ctx, { body, session }) => service.createApplicant(ctx, body, session.readToken('notice')),
  notRegisteredCount: service.notRegisteredCount,
  list: (ctx, { query }) => service.listApplicants(ctx, query),
  get: (ctx, { params }) => service.showApplicant(ctx, params.id),
  reject: (ctx, { params }) => decisions.reject(ctx, params.id),
  rejectNoMail: (ctx, { params }) => decisions.rejectNoMail(ctx, params.id),
  cancelReject: (ctx, { params }) => service.cancelReject(ctx, params.id),
  register: (ctx, { params }) => decisions.register(ctx, params.id),
  edit: (ctx, { params }) => service.showApplicant(ctx, params.id),
  save: (ctx, { params, body }) => service.saveApplicant(ctx, params.id, body),
  selected: (ctx, { query }) => runs.showSelected(ctx, query.ids),
  runs: runs.listRuns,
  run: (ctx, { params }) => runs.showRun(ctx, params.id),
  startRun: (ctx, { body }) => runs.startRun(ctx, body),
  download: (ctx, { query }) => service.downloadApplicants(ctx, query),
}
