import { hasFactor } from '#domain/session/second_factor.ts'
import type { AnyCtx } from '../../platform/context.ts'
import { StartError } from '../../platform/start_error.ts'
import { holdUserByEmail } from '../queries.ts'
import { findFactors } from './factors_sql.ts'
import { resetSecondFactor } from './reset.ts'

/** Takes the second factor of a user away who has lost it. Throws StartError for who is unknown or has none. */
export const resetSecondFactorCommand =
  (email: string, say: (line: string) => void) =>
  (ctx: AnyCtx): Promise<void> =>
    ctx.write(async (tx) => {
      const user = await holdUserByEmail(tx, email)
      if (!user) throw new StartError(`There is no user ${email}.`)
      if (!hasFactor(await findFactors(tx, user.id))) throw new StartError(`${email} has no second factor.`)
      await resetSecondFactor(tx, user)
      say(
        `${email} signs in with the password alone now. Their sessions are ended, and they are told by mail.`,
      )
    })
