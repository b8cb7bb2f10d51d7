import { address } from '#domain/address.ts'
import { done } from '#domain/endpoint.ts'
import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { Ctx } from '../platform/context.ts'
import { spend } from '../platform/http/throttle.ts'
import type { Mail } from '../platform/outbox/queries.ts'
import { findOfficeWithoutConflict } from '../users/conflict_shared_queries.ts'
import { officeMembers } from '../users/service.ts'
import { findCurrentProposal, findNamed } from './queries.ts'

const QUESTIONS_A_DAY = { name: 'office_question', points: 10, seconds: 24 * 3600 }

interface QuestionMail {
  asker: { name: string; email: string }
  recipients: string[]
  question: string
  about: { id: number; term_id: number; title: string } | null
}

const valuesOf = ({ asker, question, about }: QuestionMail) => ({
  proposer: asker.name,
  email: asker.email,
  question,
  proposal: about ? `${termLabel(about.term_id)}, proposal ${about.id}: ${about.title}` : '',
})

/** The question to the office; replies go to the proposer. */
export const questionMail = (config: { baseUrl: string }, question: QuestionMail): Mail => ({
  template: 'office_question',
  recipients: question.recipients,
  reply_to: question.asker.email,
  proposal_ids: question.about ? [question.about.id] : [],
  values: {
    ...valuesOf(question),
    link: question.about ? linkTo(config, address('/proposals/detail/$id', { id: question.about.id })) : '',
  },
})

export const questionCopyMail = (question: QuestionMail): Mail => ({
  template: 'office_question_copy',
  proposal_ids: question.about ? [question.about.id] : [],
  recipients: [question.asker.email],
  values: valuesOf(question),
})

/**
 * Mails a question to the office, with the number of the sender's proposal of the current call, and the sender a copy.
 * Members with a conflict of interest with the proposal do not get it. Throws 'throttled'.
 */
export async function askOffice(ctx: Ctx, question: string) {
  if (ctx.config.rateLimit > 0) await spend(ctx.db, QUESTIONS_A_DAY, String(ctx.actor.id))
  return ctx.write(async (tx) => {
    const mine = await findCurrentProposal(tx, tx.actor.id)
    const about = mine ? ((await findNamed(tx, mine.id)) ?? null) : null
    const recipients = about
      ? await findOfficeWithoutConflict(tx, about.id)
      : (await officeMembers(tx)).map(({ email }) => email)
    tx.refuse(
      recipients.length === 0 ? 'Nobody of the office can answer this here. Please write an e-mail.' : null,
    )
    const asked = { asker: tx.actor, recipients, question, about }
    await tx.mail([questionMail(tx.config, asked), questionCopyMail(asked)])
    await tx.audit('user.ask_office', { id: tx.actor.id, ...(about && { proposal_id: about.id }) })
    return done('Your question has been sent to the office. A copy is on its way to you.')
  })
}
