import type { SecondInput } from '#domain/session/contract.ts'
import type { ShownPasskey } from '#domain/session/security.ts'
import type { AnyCtx, Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { spend } from '../../platform/http/throttle.ts'
import { hashToken } from '../../platform/tokens.ts'
import { actorOf, enter, mayEnter } from '../enter.ts'
import { findUser, holdUser } from '../queries.ts'
import { countCodes, findApp, findPasskeys, notePasskey, takeStep } from './factors_sql.ts'
import { codeUsedMail } from './mails.ts'
import { passwordMark } from './pending.ts'
import { deletePending, findPending, setChallenge } from './pending_queries.ts'
import { spendCode } from './recovery.ts'
import { stepOf } from './totp.ts'
import { askToShow, shownCounter } from './webauthn.ts'

const FIVE_MINUTES = 300
const DAY = 24 * 3600
const FAILED = { success: false }
const OVER = { success: false, over: true }

const markOf = (session: SessionControl) => hashToken(session.mark('sign_in') ?? '')

/**
 * Attempts are paid for before they are looked at, by the account alone: whoever comes as far has its password. At 30
 * a day a code of six digits, three of which are right at a time, is guessed once in thirty years.
 */
async function spendAttempt({ db }: AnyCtx, user_id: number) {
  const limits = [
    { name: 'second_factor', points: 6, seconds: FIVE_MINUTES },
    { name: 'second_factor_day', points: 30, seconds: DAY },
  ]
  const giveBack: (() => Promise<void>)[] = []
  for (const limit of limits) giveBack.push(await spend(db, limit, String(user_id)))
  return () => Promise.all(giveBack.map((back) => back()))
}

/** What this browser is asked with to show a passkey; null when its sign-in has taken too long. */
export function askForPasskey(ctx: AnyCtx, session: SessionControl) {
  const mark = markOf(session)
  return ctx.write(async (tx) => {
    tx.unrecorded('Nobody came in yet.')
    const pending = await findPending(tx, mark, tx.now())
    if (!pending) return { options: null }
    const options = await askToShow(tx.config, await findPasskeys(tx, pending.user_id))
    await setChallenge(tx, mark, options.challenge)
    return { options: { ...options } }
  })
}

/** Finishes a sign-in whose password was right. Who fails learns only that. */
export async function finishSignIn(ctx: AnyCtx, shown: SecondInput, session: SessionControl) {
  const mark = markOf(session)
  const begun = await findPending(ctx.db, mark, ctx.now())
  const verified = begun && (await findUser(ctx.db, begun.user_id))
  if (!verified) return OVER
  const giveBack = await spendAttempt(ctx, verified.id)
  const outcome = await ctx.as(actorOf(verified)).write(async (tx) => {
    const user = await holdUser(tx, verified.id)
    const pending = await findPending(tx, mark, tx.now())
    tx.unrecorded('Nobody came in.')
    if (!user || !pending || pending.password_mark !== passwordMark(user) || !mayEnter(user, tx.now()))
      return OVER
    if (!(await isRight(tx, user.id, shown, pending))) return FAILED
    await deletePending(tx, mark)
    session.dropMark('sign_in')
    if (shown.method === 'recovery')
      await tx.mail(codeUsedMail(tx.config, user, await countCodes(tx, user.id)))
    return enter(tx, user, session, shown.method)
  })
  if (outcome.success) await giveBack()
  if (outcome === FAILED)
    await ctx.write((tx) =>
      tx.audit('user.fail_second_factor', verified, { second_factor: shown.method, address: ctx.address }),
    )
  return outcome
}

/** Whether what is shown is the user's; it is used up by that. */
async function isRight(
  tx: Tx,
  user_id: number,
  shown: SecondInput,
  pending: { token_hash: string; challenge: string | null },
): Promise<boolean> {
  if (shown.method === 'recovery') return spendCode(tx, user_id, shown.code)
  if (shown.method === 'passkey') {
    await setChallenge(tx, pending.token_hash, null)
    return pending.challenge !== null && isPasskey(tx, user_id, shown.response, pending.challenge)
  }
  const app = await findApp(tx, user_id)
  const step = app && stepOf(app.secret, shown.code, tx.now())
  return step !== undefined && step !== null && takeStep(tx, user_id, step, tx.now())
}

async function isPasskey(tx: Tx, user_id: number, response: ShownPasskey, challenge: string) {
  const passkey = (await findPasskeys(tx, user_id)).find(({ credential_id }) => credential_id === response.id)
  const counter = passkey && (await shownCounter(tx.config, challenge, passkey, response))
  if (counter === undefined || counter === null) return false
  await notePasskey(tx, passkey!.id, counter, tx.now())
  return true
}
