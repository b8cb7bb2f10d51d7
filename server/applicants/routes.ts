import type { applicants } from '#domain/applicants/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import * as service from './service.ts'

export const applicantRoutes: Handlers<typeof applicants> = {
  create: (ctx, { body }) => service.createApplicant(ctx, body),
  notRegisteredCount: service.notRegisteredCount,
  list: (ctx, { query }) => service.listApplicants(ctx, query),
  get: (ctx, { params }) => service.showApplicant(ctx, params.id),
  reject: (ctx, { params }) => service.reject(ctx, params.id),
  rejectNoMail: (ctx, { params }) => service.rejectNoMail(ctx, params.id),
  cancelReject: (ctx, { params }) => service.cancelReject(ctx, params.id),
  register: (ctx, { params }) => service.register(ctx, params.id),
  edit: (ctx, { params }) => service.showApplicant(ctx, params.id),
  save: (ctx, { params, body }) => service.saveApplicant(ctx, params.id, body),
  download: (ctx, { query }) => service.downloadApplicants(ctx, query),
}
