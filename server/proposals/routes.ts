import type { proposals } from '#domain/proposals/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { downloadPdf, downloadPdfWithAttachment } from './document.ts'
import { askOffice } from './questions.ts'
import * as service from './service.ts'
import * as sharing from './sharing.ts'

/** Refuses before the upload, so that no one sends 50 MB to a form that is closed or belongs to someone else. */
const save: Handlers<typeof proposals>['save'] = {
  before: (ctx, { params }) => service.requireEditable(ctx, params.id),
  answer: (ctx, { params, body }) => service.saveProposal(ctx, params.id, body),
}

export const proposalRoutes: Handlers<typeof proposals> = {
  mine: service.showMine,
  myAll: service.listPast,
  myOld: (ctx, { params }) => service.showPast(ctx, params.id),
  edit: (ctx, { params }) => service.showForEdit(ctx, params.id),
  save,
  put: save,
  check: (ctx, { params }) => service.checkProposal(ctx, params.id),
  submit: (ctx, { params }) => service.submitProposal(ctx, params.id),
  lock: (ctx, { params }) => service.lockAgain(ctx, params.id),
  myCopy: (ctx, { params, query }) => service.downloadCopy(ctx, params.id, query.version),
  askOffice: (ctx, { body }) => askOffice(ctx, body.question),
  share: (ctx, { params, body }) => sharing.share(ctx, params.id, body.allowed),
  shared: sharing.listShared,
  sharedOne: (ctx, { params }) => sharing.showShared(ctx, params.id),
  sharedPdf: (ctx, { params }) => sharing.downloadShared(ctx, params.id),
  pdf: (ctx, { params }) => downloadPdf(ctx, params.id),
  pdfWithAttachment: (ctx, { params }) => downloadPdfWithAttachment(ctx, params.id),
}
