import type { DeclineInput } from '#domain/reports/declining_schemas.ts'
import type { AnswerTokens } from '#domain/reports/reminders.ts'
import { whyNotAnswer } from '#domain/reports/rules.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { durationMs } from '#domain/session/durations.ts'
import type { AnyCtx, AnyTx, Ctx } from '../platform/context.ts'
import { requireLinked } from '../platform/http/links.ts'
import { rolesOf } from '../platform/session.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { countOpenRequests, findAnswerLink, insertAnswerLinks } from './answer_link_queries.ts'
import type { Report } from './queries.ts'
import { answerRequest } from './service.ts'

/** Makes a link for each report that waits for an answer, once their status is stored; earlier links stay valid. */
export async function makeAnswerLinks(
  tx: AnyTx,
  reports: readonly Pick<Report, 'id' | 'status'>[],
): Promise<AnswerTokens> {
  const waiting = reports.filter(({ status }) => reportStatus.of(status).reminder === 'answer')
  const tokens = new Map(waiting.map(({ id }) => [id, newToken()]))
  if (tokens.size === 0) return tokens
  const links = [...tokens].map(([report_id, token]) => ({ report_id, token_hash: hashToken(token) }))
  await insertAnswerLinks(tx, links, new Date(+tx.now() + durationMs('answer_link')))
  return tokens
}

/** The request that a link answers. Throws 'missing', alike for every link that answers none, and 'throttled'. */
async function requireLink(ctx: AnyCtx, token: string) {
  const token_hash = hashToken(token)
  const link = await requireLinked(ctx, () => findAnswerLink(ctx.db, token_hash, ctx.now()))
  return { ...link, token_hash }
}

/** What the holder of a link sees: title, abstract and due date. Changes nothing. */
export async function showLinkedRequest(ctx: AnyCtx, token: string) {
  const { report_id, proposal_id, title, abstract, term_id, reviews_due_at, ...link } = await requireLink(
    ctx,
    token,
  )
  const facts = { status: link.status, term: { id: term_id, disabled: link.term_disabled }, closed: false }
  return {
    report_id,
    reviewer: link.name,
    term_id,
    proposal: { id: proposal_id, title, abstract },
    due_at: reviews_due_at,
    requested_at: link.requested_at,
    expires_at: link.expires_at,
    why_not_accept: whyNotAnswer('accept', facts, link.takes_part),
    other_requests: (await countOpenRequests(ctx.db, link.user_id)) - 1,
  }
}

/** The context of the reviewer whom a link was sent to, for the one command that it allows. */
async function asReviewer(ctx: AnyCtx, token: string): Promise<{ ctx: Ctx; id: number; token_hash: string }> {
  const { report_id: id, user_id, name, email, token_hash, ...flags } = await requireLink(ctx, token)
  return { ctx: ctx.as({ id: user_id, name, email, roles: rolesOf(flags) }), id, token_hash }
}

export async function acceptLinked(ctx: AnyCtx, token: string) {
  const { ctx: own, id, token_hash } = await asReviewer(ctx, token)
  return answerRequest(own, id, { step: 'accept', token_hash })
}

export async function declineLinked(ctx: AnyCtx, token: string, decline: DeclineInput) {
  const { ctx: own, id, token_hash } = await asReviewer(ctx, token)
  return answerRequest(own, id, { step: 'decline', decline, token_hash })
}
