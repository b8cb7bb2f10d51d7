import { EMAIL_PATTERN } from '#domain/input_schemas.ts'
import { signedBy } from '#domain/mail_text.ts'
import type { Check } from '#domain/system/checks.ts'
import { getSetting } from './masters/settings.ts'
import { type Config, StartError } from './platform/config.ts'
import { type Db, systemClock } from './platform/context.ts'
import { openDatabase } from './platform/database/database.ts'
import { isDemonstration } from './platform/database/demonstration_mark.ts'
import { openFiles } from './platform/files.ts'
import { smtpTransport } from './platform/outbox/transport.ts'
import { VERSION } from './platform/version.ts'
import { shareDatabase } from './process.ts'
import { runChecks } from './system/checks.ts'

type Say = (line: string) => void

/** Prints the checks of the system, also when its database cannot be reached. Throws StartError when one is bad. */
export async function checkCommand(
  config: Config,
  say: Say,
  env: Record<string, string | undefined>,
): Promise<void> {
  const { db, close } = await tryDatabase(config, say)
  try {
    if (!(db instanceof Error) && (await isDemonstration(db).catch(() => false)))
      say('This database is a demonstration.\n')
    const files = attempt(() => openFiles(config.dataDir, config.filesUrl))
    const checks = await runChecks({ db, files, config, clock: systemClock }, { env })
    for (const line of linesOf(checks)) say(line)
    const bad = checks.filter(({ state }) => state === 'bad').length
    if (bad > 0) throw new StartError(`\n${bad === 1 ? 'One check is' : `${bad} checks are`} bad.`)
  } finally {
    await close()
  }
}

/** The checks in aligned columns, the advice below the detail. */
function linesOf(checks: Check[]): string[] {
  const state = Math.max(...checks.map((check) => check.state.length)) + 2
  const name = Math.max(...checks.map((check) => check.name.length)) + 2
  return checks.flatMap((check) => [
    `${check.state.padEnd(state)}${check.name.padEnd(name)}${check.detail}`,
    ...(check.advice ? [`${' '.repeat(state + name)}${check.advice}`] : []),
  ])
}

/** Sends one mail to the mail server at once, past the outbox, from the sender of all mails. Throws StartError. */
export async function mailTestCommand(config: Config, address: string, say: Say): Promise<void> {
  if (!EMAIL_PATTERN.test(address)) throw new StartError(`${address} is not an e-mail address.`)
  if (!config.smtpUrl) throw new StartError('SMTP_URL is not set: there is no mail server to test.')
  const { host } = new URL(config.baseUrl)
  const sender = await findSender(config, say)
  const { host: server } = new URL(config.smtpUrl)
  const at = new Date()
  const text = `This is a test of the Astromaterials Sample AO System ${VERSION} at ${host}, sent on ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC by whoever runs it.\n\nThe system can send e-mails; no action is needed.`
  const transport = smtpTransport(config.smtpUrl, config.baseUrl)
  const letter = {
    // Receivers may drop a mail whose Message-ID they have had.
    id: +at,
    kind: 'mail_test',
    recipients: [address],
    bcc: [],
    reply_to: null,
    subject: 'Test of the Astromaterials Sample AO System',
    body: signedBy(sender, text),
    calendar: null,
  }
  try {
    await transport.deliver(letter, sender)
  } catch (error) {
    throw new StartError(`${server} did not take the e-mail. ${(error as Error).message}`)
  } finally {
    transport.close()
  }
  say(`${server} accepted the e-mail to ${address}, from ${sender}. Look whether it arrives.`)
}

/** The sender that the office has set, or MAIL_FROM; that too when the database cannot be reached. */
async function findSender(config: Config, say: Say): Promise<string> {
  const { db, close } = await tryDatabase(config, say)
  try {
    const set = db instanceof Error ? db : await getSetting(db, 'mail_sender').catch((error: Error) => error)
    if (!(set instanceof Error)) return set || config.mailFrom
    say(`The database was not reached (${set.message}), so the sender is that of MAIL_FROM.`)
    return config.mailFrom
  } finally {
    await close()
  }
}

/** The database, which is not created or upgraded, or why it cannot be opened. */
async function tryDatabase(config: Config, log: Say): Promise<{ db: Db | Error; close(): Promise<void> }> {
  const reached = await shareDatabase(config, { mayCreate: false, log }).catch((error: Error) => error)
  if (reached instanceof Error) return { db: reached, close: async () => {} }
  const database = openDatabase(reached.url, { max: 4, named: config.databasePrepared })
  const close = async () => {
    await database.close()
    await reached.stop()
  }
  return { db: database.db, close }
}

function attempt<T>(open: () => T): T | Error {
  try {
    return open()
  } catch (error) {
    return error as Error
  }
}
