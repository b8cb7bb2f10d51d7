import { done } from '#domain/endpoint.ts'
import { refusal } from '#domain/errors.ts'
import type { providers } from '#domain/session/provider_contract.ts'
import type { AnyCtx } from '../../platform/context.ts'
import type { Handlers, SessionControl } from '../../platform/http/handlers.ts'
import { hashToken } from '../../platform/tokens.ts'
import { listIdentities, unlinkOf, unlinkOwn, verifiedPassword } from './identities.ts'
import { deleteNoticeIdentity, findNoticeIdentity } from './shared_queries.ts'
import { beginVisit, endVisit, providerOf } from './visits.ts'

/** Throws a refusal where ORCID is not configured. */
function beginNotice(ctx: AnyCtx, session: SessionControl) {
  const orcid = ctx.config.providers.find(({ isOrcid }) => isOrcid)
  if (!orcid) throw refusal('A Notice cannot be filled in from ORCID here.')
  return beginVisit(ctx, orcid, { purpose: 'notice', session })
}

async function noticeIdentity(ctx: AnyCtx, session: SessionControl) {
  const token = session.readToken('notice')
  return (token && (await findNoticeIdentity(ctx.db, hashToken(token), ctx.now()))) || null
}

const emptyNotice = (ctx: AnyCtx, session: SessionControl) =>
  ctx.write(async (tx) => {
    tx.skipAudit('Nothing was sent.')
    await deleteNoticeIdentity(tx, hashToken(session.readToken('notice') ?? ''))
    session.clearToken('notice')
    return done('The ORCID iD is removed from the Notice.')
  })

export const providerRoutes: Handlers<typeof providers> = {
  list: async ({ config }) =>
    config.providers.map(({ id, label, isOrcid }) => ({ id, label, is_orcid: isOrcid })),
  signIn: async (ctx, { body, session }) =>
    beginVisit(ctx, providerOf(ctx, body.provider), { purpose: 'sign_in', session }),
  callback: (ctx, { params, query, session }) => endVisit(ctx, params.provider, { query, session }),
  noticeIdentity: (ctx, { session }) => noticeIdentity(ctx, session),
  fillNotice: async (ctx, { session }) => beginNotice(ctx, session),
  emptyNotice: (ctx, { session }) => emptyNotice(ctx, session),
  own: (ctx) => listIdentities(ctx, ctx.db, ctx.actor.id),
  link: async (ctx, { body, session }) => {
    const provider = providerOf(ctx, body.provider)
    const link = { session_hash: session.own, password_mark: await verifiedPassword(ctx, body.password) }
    return beginVisit(ctx, provider, { purpose: 'link', link, session })
  },
  unlink: (ctx, { params, body, session }) => unlinkOwn(ctx, params.id, body, session),
  unlinkOf: (ctx, { params, body }) => unlinkOf(ctx, params.id, body.identity),
}
