import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import type { MailFilter } from '#domain/mail/log.ts'
import { whyNotRetry, whyNotRetryAll } from '#domain/mail/retry.ts'
import { mailState } from '#domain/mail/status.ts'
import type { Ctx } from '../platform/context.ts'
import { findMails, holdFailed, holdMail, makeDue } from './log_queries.ts'

/** A page of the mail log. */
export const listMails = (ctx: Ctx, filter: MailFilter) => findMails(ctx.db, ctx.actor, filter)

const AGAIN = { state: mailState.code.WAITING }
const FAILED = { state: mailState.code.FAILED }

/** Sends a failed mail again. Throws 'missing' for one that the actor may not read of. */
export const retryMail = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const mail = await holdMail(tx, tx.actor, id)
    if (!mail) throw notFound()
    tx.refuse(whyNotRetry(mail.state))
    await makeDue(tx, [id], tx.now())
    await tx.audit('mail.retry', mail, AGAIN, FAILED)
    return done('The mail will be sent again.')
  })

/** Sends every failed mail that a search finds again. */
export const retryMails = (ctx: Ctx, filter: MailFilter) =>
  ctx.write(async (tx) => {
    const mails = await holdFailed(tx, tx.actor, filter)
    tx.refuse(whyNotRetryAll(mails.length))
    await makeDue(tx, mails, tx.now())
    await tx.audit('mail.retry', { id: null }, { ...AGAIN, mails }, FAILED)
    return done(`${mails.length === 1 ? 'One mail' : `${mails.length} mails`} will be sent again.`)
  })
