import type { mailLog } from '#domain/mail/log.ts'
import type { Handlers } from '../platform/http/handlers.ts'
import { listMails, retryMail, retryMails } from './log.ts'

export const mailLogRoutes: Handlers<typeof mailLog> = {
  log: (ctx, { query }) => listMails(ctx, query),
  retry: (ctx, { params, body }) => (params.id === 'all' ? retryMails(ctx, body) : retryMail(ctx, params.id)),
}
