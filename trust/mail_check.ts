import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import type { Db } from '#server/platform/context.ts'
import { type Browser, openBrowser } from './browser.ts'
import type { Tally } from './writers.ts'

/** A mail whose sender was killed is tried again when its lease is over, five minutes later; in ms. */
const MAIL_TIMEOUT_MS = 8 * 60_000

/** Waits until no mail waits any more. */
export async function waitUntilMailed(address: string, office: string, { faults }: Pick<Tally, 'faults'>) {
  const browser: Browser = await openBrowser(address, office)
  const end = Date.now() + MAIL_TIMEOUT_MS
  for (;;) {
    const reply = await browser('GET', '/api/mail_log?state=waiting&per_page=1')
    const { total } = reply.json() as { total: number }
    if (total === 0) return
    if (Date.now() > end) return void faults.push(`${total} mails still wait`)
    await setTimeout(1000)
  }
}

/** What a mail server received, as the mail's own id and whom it was for. */
const idOf = (raw: string) => /^Message-ID: (\S+)/imu.exec(raw)?.[1] ?? ''

/**
 * Holds the Notices that were acknowledged against the database and against what the mail server received: each stands
 * once, its receipt arrived, and no mail but those in hand at a kill arrived twice. Answers how many did.
 */
export async function checkMails(
  db: Db,
  tally: Tally,
  received: readonly { to: string[]; raw: string }[],
  inHandAtMost: number,
): Promise<number> {
  const stands = await db.selectFrom('applicants').select('email').execute()
  const emails = new Map<string, number>()
  for (const { email } of stands) emails.set(email, (emails.get(email) ?? 0) + 1)
  const reached = new Set(received.flatMap(({ to }) => to))
  for (const email of tally.notices) {
    if (emails.get(email) !== 1)
      tally.faults.push(`the Notice of ${email} stands ${emails.get(email) ?? 0} times`)
    if (!reached.has(email)) tally.faults.push(`the receipt to ${email} was lost`)
  }
  const unsent = await db.selectFrom('mails').select(['id', 'state']).where('state', '<>', 'sent').execute()
  for (const { id, state } of unsent) tally.faults.push(`mail ${id} is ${state}`)
  const { count: mails } = await db
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  const ids = new Set(received.map(({ raw }) => idOf(raw)))
  if (ids.size !== mails) tally.faults.push(`${mails} mails are noted down, ${ids.size} arrived`)
  const twice = received.length - ids.size
  if (twice > inHandAtMost) tally.faults.push(`${twice} mails arrived twice, ${inHandAtMost} may have`)
  return twice
}

/** What lies in the folder of the uploads that no proposal speaks of. */
export async function findStrayFiles(db: Db, dataDir: string): Promise<string[]> {
  const rows = await db.selectFrom('proposals').select('file_key').where('file_key', 'is not', null).execute()
  const spoken = new Set(rows.map(({ file_key }) => file_key))
  return readdirSync(join(dataDir, 'files')).filter((name) => !spoken.has(name))
}
