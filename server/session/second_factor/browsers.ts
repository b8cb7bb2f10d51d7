import type { Tx } from '../../platform/context.ts'
import type { SessionControl } from '../../platform/http/handlers.ts'
import { hashToken, newToken } from '../../platform/tokens.ts'
import { findBrowsers, noteBrowser } from './browsers_queries.ts'
import { newBrowserMail } from './mails.ts'

const DAY = 24 * 3600
/** The longest that browsers keep a cookie. */
const LIFE_S = 400 * DAY

/**
 * Marks the browser of a sign-in as the user's, and tells the user by mail of one that is new; the first of all is no
 * news.
 */
export async function knowBrowser(
  tx: Tx,
  user: { id: number; name: string; email: string },
  session: SessionControl,
) {
  const token = session.mark('browser') ?? newToken()
  const mark = hashToken(token)
  const known = await findBrowsers(tx, user.id)
  if (known.length > 0 && known.every(({ token_hash }) => token_hash !== mark))
    await tx.mail(newBrowserMail(tx.config, user, { at: tx.now(), ...session.from }))
  await noteBrowser(tx, user.id, mark, tx.now(), new Date(+tx.now() - LIFE_S * 1000))
  session.setMark('browser', token, LIFE_S)
}
