import type { Actor } from '#domain/session/actor.ts'
import { landing } from '#domain/session/rules.ts'
import { isAskedOf, type Method } from '#domain/session/second_factor.ts'
import type { Tx } from '../platform/context.ts'
import type { SessionControl } from '../platform/http/handlers.ts'
import { rolesOf } from '../platform/session.ts'
import { type findUserByEmail, hasTerm, lacksAskedFactor, noteLogin } from './queries.ts'
import { knowBrowser } from './second_factor/browsers.ts'

export type Known = NonNullable<Awaited<ReturnType<typeof findUserByEmail>>>

/** A user as whoever does something. */
export const actorOf = (user: Known): Actor => ({
  id: user.id,
  name: user.name,
  email: user.email,
  roles: rolesOf(user),
})

/** Whether a user may come in with the password that is theirs: not disabled, and a generated one has not lapsed. */
export const mayEnter = ({ disabled, password_generated_until: until }: Known, now: Date) =>
  !disabled && (until === null || Date.parse(until) > +now)

/**
 * Begins the session of a user who has shown all that is asked of them, and answers what their browser is told. The
 * write holds the user's row.
 */
export async function enter(tx: Tx, user: Known, session: SessionControl, method?: Method) {
  await session.start(tx, user.id)
  await noteLogin(tx, user.id, tx.now())
  const { address } = session.from
  await tx.audit('user.login', user, { address, ...(method && { second_factor: method }) })
  await knowBrowser(tx, user, session)
  const { id, name, email, roles } = actorOf(user)
  const owesSecondFactor = isAskedOf(roles) && (await lacksAskedFactor(tx, id))
  const { affiliation, password_generated_until } = user
  return {
    success: true,
    user: {
      id,
      name,
      email,
      affiliation,
      role: [...roles],
      ...(owesSecondFactor && { owes_second_factor: true }),
    },
    role: [...roles],
    redirect: landing({
      roles,
      generatedPassword: password_generated_until !== null,
      hasTerm: await hasTerm(tx),
      owesSecondFactor,
    }),
  }
}
