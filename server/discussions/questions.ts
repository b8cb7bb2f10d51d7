import type { QuestionInput, QuestionRefusal } from '#domain/discussions/contract.ts'
import { whyNotAskReviewer, whyNotDecideQuestion } from '#domain/discussions/rules.ts'
import { questionState } from '#domain/discussions/status.ts'
import { done } from '#domain/endpoint.ts'
import { invalid, notFound } from '#domain/errors.ts'
import { listNames } from '#domain/text.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findSubmittedReviewers } from '../reports/shared_queries.ts'
import { panelQuestionMail } from './mails.ts'
import { changeEntry, decideQuestion, insertRecipients } from './queries.ts'
import { lockDiscussion, requireEntry } from './service.ts'

/** Locks a question that waits for the office. Throws 'missing', 'forbidden' or 'stale'. */
async function lockQuestion(
  tx: Tx,
  id: number,
  ref: { number: number; version?: number | null | undefined },
) {
  const proposal = await lockDiscussion(tx, id)
  const entry = await requireEntry(tx, id, ref)
  if (entry.state === null) throw notFound()
  tx.refuse(whyNotDecideQuestion({ state: entry.state, term: proposal.term }))
  return { proposal, entry }
}

/**
 * Sends a question of the panel to reviewers with a submitted report, in the office's words: one mail each, which names
 * neither who asked nor the others. Throws 'missing', 'forbidden' or 'stale'.
 */
export const sendQuestion = (ctx: Ctx, id: number, { words, report_ids, ...ref }: QuestionInput) =>
  ctx.write(async (tx) => {
    const { proposal, entry } = await lockQuestion(tx, id, ref)
    const reviewers = await findSubmittedReviewers(tx, id)
    const chosen = reviewers.filter(({ report_id }) => report_ids.includes(report_id))
    if (chosen.length < new Set(report_ids).size)
      throw invalid({
        report_ids: 'A question goes to reviewers who have submitted a report on this proposal.',
      })
    for (const reviewer of chosen) {
      const why = whyNotAskReviewer(reviewer)
      if (why) throw invalid({ report_ids: `${reviewer.name}: ${why}.` })
    }
    await changeEntry(tx, id, entry, {})
    await decideQuestion(tx, id, ref.number, {
      state: questionState.code.SENT,
      words,
      decided_by: tx.actor.id,
      decided_at: tx.now().toISOString(),
    })
    await insertRecipients(
      tx,
      id,
      ref.number,
      chosen.map(({ user_id }) => user_id),
    )
    await tx.mail(chosen.map((reviewer) => panelQuestionMail(tx.config, reviewer, proposal, words)))
    await tx.audit('proposal.send_question', proposal, {
      entry: ref.number,
      words,
      sent_to: chosen.map(({ name }) => name),
    })
    const names = listNames(
      chosen.map(({ name }) => name),
      chosen.length,
    )
    return done(
      `The question has been sent to ${names}, in ${chosen.length === 1 ? 'one e-mail' : 'one e-mail each'}.`,
    )
  })

/** Declines a question with a reason, which the readers of the discussion see. Throws 'missing', 'forbidden' or 'stale'. */
export const declineQuestion = (ctx: Ctx, id: number, { reason, ...ref }: QuestionRefusal) =>
  ctx.write(async (tx) => {
    const { proposal, entry } = await lockQuestion(tx, id, ref)
    await changeEntry(tx, id, entry, {})
    await decideQuestion(tx, id, ref.number, {
      state: questionState.code.DECLINED,
      reason,
      decided_by: tx.actor.id,
      decided_at: tx.now().toISOString(),
    })
    await tx.audit('proposal.decline_question', proposal, { entry: ref.number, reason })
    return done('The question has been declined. The reason is shown in the discussion.')
  })
