import { invalid, missing } from '#domain/errors.ts'
import type { ProfileInput } from '#domain/users/contract.ts'
import { fullName, sameEmail } from '#domain/users/person.ts'
import { done } from '#domain/wire.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { confirmEmailMail, emailChangedMail } from './mails.ts'
import { changeUser, keepNewEmail, lockUser, lockUserByEmail, takeNewEmail } from './queries.ts'

const LIFE_MS = 24 * 60 * 60 * 1000
const TAKEN = 'This e-mail address belongs to another user.'

/** Saves the own profile; another e-mail waits until the link that is mailed to it was opened. */
export const saveMyProfile = (ctx: Ctx, { email_token, email, ...rest }: ProfileInput) =>
  ctx.write(async (tx) => {
    const user = await lockUser(tx, tx.actor.id)
    if (!user) throw missing()
    if (email_token !== undefined) return confirmEmail(tx, user, email_token)
    const same = sameEmail(email, user.email)
    const fields = same ? { ...rest, email } : rest
    await changeUser(tx, user.id, fields, user.id, tx.now())
    await tx.audit('user.edit_profile', user, fields, user)
    if (same) return done('Saved successfully')
    if (await lockUserByEmail(tx, email)) throw invalid({ email: TAKEN })
    const token = newToken()
    await keepNewEmail(tx, {
      user_id: user.id,
      token_hash: hashToken(token),
      email,
      expires_at: new Date(+tx.now() + LIFE_MS).toISOString(),
    })
    await tx.audit('user.ask_email', user, { email }, user)
    await tx.mail(confirmEmailMail(tx.config, { name: fullName(rest), email: user.email, to: email }, token))
    return done(
      `Saved successfully. To change the e-mail address, open the link that was mailed to ${email}.`,
    )
  })

type User = NonNullable<Awaited<ReturnType<typeof lockUser>>>

async function confirmEmail(tx: Tx, user: User, token: string) {
  const change = await takeNewEmail(tx, user.id, hashToken(token), tx.now())
  if (!change) return tx.refuse('This link is no longer valid. Please save the new e-mail address once more.')
  const { email } = change
  if (await lockUserByEmail(tx, email)) tx.refuse(TAKEN)
  await changeUser(tx, user.id, { email }, user.id, tx.now())
  await tx.audit('user.change_email', user, { email }, user)
  await tx.mail(emailChangedMail(tx.config, { name: user.name, email: user.email, to: email }))
  return done('The e-mail address has been changed.')
}
