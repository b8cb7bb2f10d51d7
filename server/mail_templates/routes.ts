import type { mailTemplates } from '#domain/mail_templates/contract.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import {
  getTemplate,
  listPreviewSubjects,
  listTemplates,
  previewTemplate,
  saveTemplate,
  sendTest,
} from './service.ts'

export const mailTemplateRoutes: Handlers<typeof mailTemplates> = {
  list: (ctx) => listTemplates(ctx),
  get: (ctx, { params }) => getTemplate(ctx, params.name),
  save: (ctx, { params, body }) => saveTemplate(ctx, params.name, body),
  subjects: (ctx, { params }) => listPreviewSubjects(ctx, params.name),
  preview: (ctx, { params }) => previewTemplate(ctx, params.name, params.id),
  test: (ctx, { params, body }) => sendTest(ctx, params.name, body),
}
