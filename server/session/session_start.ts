import type { Actor } from '#domain/session/actor.ts'
import type { ListViews } from '#domain/session/list_view_schemas.ts'
import { landingPage } from '#domain/session/rules.ts'
import { type Method, requiresSecondFactor } from '#domain/session/second_factor.ts'
import type { Tx } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { rolesOf } from '../platform/session.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { newBrowserMail } from './mails.ts'
import {
  findKnownBrowsers,
  type findUserByEmail,
  hasTerm,
  lacksRequiredFactor,
  recordBrowser,
  recordSignIn,
} from './queries.ts'

export type UserAccount = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

export const actorOf = (user: UserAccount): Actor => ({
  id: user.id,
  name: user.name,
  email: user.email,
  roles: rolesOf(user),
})

/** Not disabled, and a generated password has not expired. */
export const maySignIn = ({ disabled, password_generated_until: until }: UserAccount, now: Date) =>
  !disabled && (until === null || Date.parse(until) > +now)

/** How a user came in, besides the password. */
interface SignInMethod {
  secondFactor?: Method
  /** The label of the provider that they came from. */
  provider?: string
  /** That provider says that they used a second factor. */
  secondFactorAsserted?: boolean
}

/** Starts the session of an authenticated user and returns the reply. The caller must have locked the user's row. */
export async function startSession(
  tx: Tx,
  user: UserAccount,
  session: SessionControl,
  { secondFactor, provider, secondFactorAsserted = false }: SignInMethod = {},
) {
  await session.start(tx, user.id, { secondFactorAsserted })
  await recordSignIn(tx, user.id, tx.now())
  const { address } = session.from
  await tx.audit('user.login', user, {
    address,
    ...(provider !== undefined && { provider }),
    ...(secondFactor && { second_factor: secondFactor }),
    ...(secondFactorAsserted && { second_factor: 'asserted by the provider' }),
  })
  await recognizeBrowser(tx, user, session)
  const { id, name, email, roles } = actorOf(user)
  const owesSecondFactor =
    !secondFactorAsserted && requiresSecondFactor(roles) && (await lacksRequiredFactor(tx, id))
  const { affiliation, password_generated_until, list_views } = user
  return {
    success: true,
    user: {
      id,
      name,
      email,
      affiliation,
      list_views: list_views as ListViews,
      role: [...roles],
      ...(owesSecondFactor && { owes_second_factor: true }),
    },
    role: [...roles],
    redirect: landingPage({
      roles,
      generatedPassword: password_generated_until !== null,
      hasTerm: await hasTerm(tx),
      owesSecondFactor,
    }),
  }
}

const DAY = 24 * 3600
/** The longest lifetime that browsers allow for a cookie. */
const BROWSER_LIFE_S = 400 * DAY

/** Remembers the browser of a sign-in, and mails the user if it is a new one; the user's first browser is not mailed. */
async function recognizeBrowser(
  tx: Tx,
  user: { id: number; name: string; email: string },
  session: SessionControl,
) {
  const token = session.readToken('browser') ?? newToken()
  const mark = hashToken(token)
  const known = await findKnownBrowsers(tx, user.id)
  if (known.length > 0 && known.every(({ token_hash }) => token_hash !== mark))
    await tx.mail(newBrowserMail(tx.config, user, { at: tx.now(), ...session.from }))
  await recordBrowser(tx, user.id, mark, tx.now(), new Date(+tx.now() - BROWSER_LIFE_S * 1000))
  session.setToken('browser', token, BROWSER_LIFE_S)
}
