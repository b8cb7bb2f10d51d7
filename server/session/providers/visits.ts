import { type Address, address } from '#domain/address.ts'
import { done } from '#domain/endpoint.ts'
import { Fault, notFound, refusal } from '#domain/errors.ts'
import type { Actor } from '#domain/session/actor.ts'
import { durationMs } from '#domain/session/durations.ts'
import { failureSentence, type ProviderFailure, RETURN_QUERY } from '#domain/session/providers.ts'
import type { Provider } from '../../platform/config.ts'
import type { AnyCtx, Ctx } from '../../platform/context.ts'
import { Answer, type SessionControl } from '../../platform/http/handlers.ts'
import { networkOf, spend } from '../../platform/http/throttle.ts'
import { requireNoMaintenance } from '../../platform/maintenance.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { findSecondFactorMethods, openPendingSignIn, passwordFingerprint } from '../second_factor/sign_in.ts'
import { maySignIn, startSession } from '../session_start.ts'
import { lockAccount } from '../shared_queries.ts'
import { recordFailedProvider } from '../sign_in.ts'
import { type Identity, isUnreachable, receiveIdentity, visitUrl } from './client.ts'
import { linkIdentity } from './identities.ts'
import {
  findIdentity,
  findIdentityById,
  insertVisit,
  type Purpose,
  recordIdentityUse,
  replaceNoticeIdentity,
  takeVisit,
} from './queries.ts'

const FIVE_MINUTES = 300
/** Each asks the provider for something. */
const VISITS = { name: 'provider_visit', points: 30, seconds: FIVE_MINUTES }
const RETURNS = { name: 'provider_return', points: 60, seconds: FIVE_MINUTES }

/** Throws 'missing'. */
export function providerOf({ config }: Pick<AnyCtx, 'config'>, id: string): Provider {
  const provider = config.providers.find((one) => one.id === id)
  if (!provider) throw notFound()
  return provider
}

interface LinkOrigin {
  session_hash: string
  password_mark: string
}

/** Begins a visit: the address to go to, and the cookie that binds the visit to this browser. Throws refusals. */
export async function beginVisit(
  ctx: AnyCtx,
  provider: Provider,
  { purpose, link, session }: { purpose: Purpose; link?: LinkOrigin; session: SessionControl },
) {
  await spend(ctx.db, VISITS, networkOf(ctx.address))
  const state = newToken()
  // Visits of other tabs of this browser stay valid.
  const browserToken = session.readToken('provider') ?? newToken()
  let url: string
  try {
    url = await visitUrl(ctx.config, provider, { state, browserToken })
  } catch (error) {
    session.logProviderError(provider.id, error)
    throw refusal(failureSentence(isUnreachable(error) ? 'unreachable' : 'refused', provider.label))
  }
  await ctx.write(async (tx) => {
    tx.skipAudit('No one has signed in yet.')
    await insertVisit(tx, {
      ...{
        state_hash: hashToken(state),
        browser_hash: hashToken(browserToken),
        issuer: provider.issuer,
        purpose,
      },
      ...link,
      expires_at: new Date(+tx.now() + durationMs('provider_visit')).toISOString(),
    })
  })
  session.setToken('provider', browserToken, durationMs('provider_visit') / 1000)
  return { ...done(`Continue at ${provider.label}.`), url }
}

/** A visit that ended without what it was for. */
class VisitFailure extends Error {
  readonly failure: ProviderFailure
  constructor(failure: ProviderFailure) {
    super(failure)
    this.failure = failure
  }
}

const RETURN_SCREENS = { sign_in: '/login', link: '/security', notice: '/applicants/create' } as const

const redirect = (to: Address) => new Answer(303, undefined, { Location: to })
const returnTo = (purpose: Purpose, query: Record<string, string>) =>
  redirect(address(RETURN_SCREENS[purpose], {}, query))

/**
 * Takes what the provider sends the browser back with, and redirects to the screen that the visit was begun on. Each visit
 * is taken once, and by the browser that began it.
 */
export async function endVisit(
  ctx: AnyCtx,
  id: string,
  { query, session }: { query: Record<string, unknown>; session: SessionControl },
) {
  const provider = ctx.config.providers.find((one) => one.id === id)
  let purpose: Purpose = ctx.actor ? 'link' : 'sign_in'
  try {
    if (!provider) throw new VisitFailure('expired')
    await spend(ctx.db, RETURNS, networkOf(ctx.address))
    const browserToken = session.readToken('provider')
    const state = typeof query.state === 'string' ? query.state : ''
    const visit = await ctx.write(async (tx) => {
      tx.skipAudit('No one has signed in yet.')
      const hashes = { state_hash: hashToken(state), browser_hash: hashToken(browserToken ?? '') }
      return takeVisit(tx, { ...hashes, issuer: provider.issuer }, tx.now())
    })
    if (!visit || browserToken === undefined) throw new VisitFailure('expired')
    purpose = visit.purpose as Purpose
    if (query.error === 'access_denied') throw new VisitFailure('cancelled')
    const identity = await receive(ctx, provider, { query: asSearch(query), state, browserToken }, session)
    if (purpose === 'link') return await link(ctx, provider, { identity, visit, session })
    if (purpose === 'notice') return await fillNotice(ctx, { identity, session })
    return await signIn(ctx, provider, { identity, session })
  } catch (error) {
    const failure = failureOf(error)
    return returnTo(purpose, {
      [RETURN_QUERY.failure]: failure,
      ...(provider && { [RETURN_QUERY.provider]: provider.id }),
    })
  }
}

/** The parameters as they were sent: one that came twice stays two, which no valid answer has. */
function asSearch(query: Record<string, unknown>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    for (const one of [value].flat()) search.append(name, String(one))
  return search
}

function failureOf(error: unknown): ProviderFailure {
  if (error instanceof VisitFailure) return error.failure
  if (!(error instanceof Fault)) throw error
  if (error.kind === 'throttled') return 'throttled'
  if (error.kind === 'maintenance') return 'maintenance'
  // While impersonating nothing is written.
  if (error.kind === 'forbidden') return 'signed_out'
  throw error
}

async function receive(
  { config }: AnyCtx,
  provider: Provider,
  returned: { query: URLSearchParams; state: string; browserToken: string },
  session: SessionControl,
): Promise<Identity> {
  try {
    return await receiveIdentity(config, provider, returned)
  } catch (error) {
    session.logProviderError(provider.id, error)
    throw new VisitFailure(isUnreachable(error) ? 'unreachable' : 'refused')
  }
}

interface Arrival {
  identity: Identity
  session: SessionControl
}

/**
 * Signs in the user whose account it is, as after a right password. That someone is not linked, not confirmed, disabled or
 * deleted is answered alike, so that nothing tells whether there is an account.
 */
async function signIn(ctx: AnyCtx, provider: Provider, { identity, session }: Arrival) {
  const known = await findIdentity(ctx.db, identity)
  const outcome =
    known &&
    (await ctx.as(nobody(known.user_id)).write(async (tx) => {
      tx.skipAudit('No one has signed in yet.')
      const user = await lockAccount(tx, known.user_id)
      // It may have been unlinked meanwhile.
      const own = await findIdentityById(tx, known.id)
      if (!user || !own || own.confirmed_at === null || !maySignIn(user, tx.now())) return null
      await recordIdentityUse(tx, own.id, tx.now())
      const methods = await findSecondFactorMethods(tx, user.id)
      if (methods.length > 0 && !identity.secondFactor) {
        await openPendingSignIn(tx, user, session, provider.label)
        return { second: methods }
      }
      return startSession(tx, user, session, {
        provider: provider.label,
        secondFactorAsserted: identity.secondFactor,
      })
    }))
  if (!outcome) {
    // A person who is not linked, or a provider out of order, is no attack: fail2ban counts what the log says.
    if (known) {
      await recordFailedProvider(ctx, known.user_id, provider.label)
      session.logFailure()
    }
    throw new VisitFailure('not_linked')
  }
  if ('second' in outcome)
    return returnTo('sign_in', {
      [RETURN_QUERY.second]: outcome.second.join(','),
      [RETURN_QUERY.provider]: provider.id,
    })
  return returnTo('sign_in', { [RETURN_QUERY.next]: outcome.redirect })
}

/** The user as the author of audit entries: their row is read once it is locked. */
const nobody = (id: number): Actor => ({ id, name: '', email: '', roles: [] })

/** Links the account to the user in whose session the visit was begun, if that session and the password still hold. */
async function link(
  ctx: AnyCtx,
  provider: Provider,
  {
    identity,
    visit,
    session,
  }: Arrival & { visit: { session_hash: string | null; password_mark: string | null } },
) {
  const { actor } = ctx
  if (!actor || visit.session_hash !== session.own) throw new VisitFailure('signed_out')
  await requireNoMaintenance(ctx.db, ctx.now())
  const failure = await (ctx as Ctx).write(async (tx) => {
    const user = await lockAccount(tx, actor.id)
    if (!user || passwordFingerprint(user) !== visit.password_mark) {
      tx.skipAudit('The password is another one.')
      return 'signed_out' as const
    }
    return linkIdentity(tx, user, provider, identity)
  })
  if (failure) throw new VisitFailure(failure)
  return returnTo('link', { [RETURN_QUERY.linked]: provider.id })
}

/** Keeps the iD for the Notice that this browser fills in. */
async function fillNotice(ctx: AnyCtx, { identity, session }: Arrival) {
  const { issuer, orcid, first_name, last_name } = identity
  if (orcid === null) throw new VisitFailure('refused')
  const token = newToken()
  await ctx.write(async (tx) => {
    tx.skipAudit('Nothing is sent yet.')
    const expires_at = new Date(+tx.now() + durationMs('notice_orcid')).toISOString()
    const name = { first_name, last_name }
    await replaceNoticeIdentity(tx, { token_hash: hashToken(token), issuer, orcid, ...name, expires_at })
  })
  session.setToken('notice', token, durationMs('notice_orcid') / 1000)
  return returnTo('notice', { [RETURN_QUERY.linked]: 'orcid' })
}
