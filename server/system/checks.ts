import { statfs } from 'node:fs/promises'
import type { Actor } from '#domain/session/actor.ts'
import { BACKUP_CHECK, type Check, type CheckState, MAIL_CHECK } from '#domain/system/checks.ts'
import { checkEndOfChain } from '../audit/hash_chain.ts'
import { findChangedTemplates } from '../mail_templates/service.ts'
import { describeSettings, isLoopback, requireProduction } from '../platform/config.ts'
import type { Clock, Db, Services } from '../platform/context.ts'
import { isDemonstration } from '../platform/database/demonstration_mark.ts'
import { migrationNames } from '../platform/database/migrate.ts'
import type { Files } from '../platform/files.ts'
import { shakeHands } from '../platform/outbox/handshake.ts'
import { mailErrorCause } from '../platform/outbox/mail_errors.ts'
import { backupState } from './backups.ts'
import { readCertificate } from './certificate.ts'
import {
  countUnsentMails,
  findAppliedMigrations,
  findClock,
  findDatabaseFacts,
  findWrongAverages,
  isCollationOutdated,
} from './check_queries.ts'

const MINUTE_MS = 60 * 1000
const DAY_MS = 24 * 60 * MINUTE_MS
const MAX_CHECK_MS = 10 * 1000

type Outcome = Omit<Check, 'name'>
const outcome = (state: CheckState, detail: string, advice = ''): Outcome => ({ state, detail, advice })

/** What is checked. An Error stands for what could not be opened. */
export interface CheckedServices extends Pick<Services, 'config' | 'clock'> {
  db: Db | Error
  files: Files | Error
}

interface CheckOptions {
  env?: Record<string, string | undefined>
  /** A check that takes longer is reported as one that did not answer. */
  maxMs?: number
}

/** Runs every check at once, each for a limited time; trouble first. */
export async function runChecks(
  { db, files, config, clock }: CheckedServices,
  { env = process.env, maxMs = MAX_CHECK_MS }: CheckOptions = {},
): Promise<Check[]> {
  const base = new URL(config.baseUrl)
  const bounded = (name: string, check: TimedCheck) => runBounded(name, check, maxMs)
  let schema: SchemaState = 'unknown'
  const database = bounded('Database', async () => {
    const checked = await checkDatabase(opened(db))
    schema = checked.schema
    return checked
  })
  const demonstration = database.then(() => schema === 'same' && isDemonstration(opened(db)))
  /** Leaves the check out while the database does not allow it, which is reported once. */
  const withDatabase = async (name: string, check: (db: Db) => Promise<Outcome>, tables = true) => {
    await database
    return schema === 'same' || (schema !== 'unknown' && !tables)
      ? bounded(name, () => check(opened(db)))
      : null
  }
  const found = await Promise.all([
    bounded('Settings', async () => checkSettings(env, await demonstration)),
    bounded(`Certificate of ${base.hostname}`, (signal) => checkCertificate(base, clock(), signal)),
    database,
    bounded('File store', () => checkFiles(opened(files))),
    bounded('Mail server', (signal) => checkMailServer(config.smtpUrl, demonstration, signal)),
    withDatabase(MAIL_CHECK, (on) => checkMails(on)),
    withDatabase(BACKUP_CHECK, (on) => checkBackups(on, clock(), demonstration)),
    withDatabase('Mail templates', (on) => checkTemplates(on)),
    withDatabase('Averages', (on) => checkAverages(on)),
    withDatabase('Audit log', (on) => checkSeals(on, clock())),
    bounded('Disk', () => checkDisk(config.dataDir)),
    withDatabase('Clock', (on) => checkClock(on, clock), false),
    bounded('Node', async () => checkNode(process.versions.node)),
  ])
  return byTrouble(found.filter((check) => check !== null))
}

async function checkTemplates(db: Db): Promise<Outcome> {
  const { changed, unusable } = await findChangedTemplates(db)
  if (unusable.length === 0) return outcome('good', `${count(changed, 'template')} changed by the office`)
  return outcome(
    'warning',
    `the original text is sent instead of the office's: ${unusable.join(', ')}`,
    'Open them under Master, Mail Templates, correct what is shown there and save.',
  )
}

function opened<T>(service: T | Error): T {
  if (service instanceof Error) throw service
  return service
}

const STATES: CheckState[] = ['bad', 'warning', 'good']
export const byTrouble = (checks: Check[]) =>
  STATES.flatMap((state) => checks.filter((one) => one.state === state))

/** The signal aborts when the time of the check is over. */
type TimedCheck = (signal: AbortSignal) => Promise<Outcome>

/** Runs a check until it answers, fails or its time is over. */
async function runBounded(name: string, check: TimedCheck, maxMs: number): Promise<Check> {
  const given = AbortSignal.timeout(maxMs + GRACE_MS)
  const late = new Promise<Outcome>((resolve) =>
    given.addEventListener('abort', () => resolve(outcome('bad', `no answer within ${maxMs / 1000} s`))),
  )
  const attempt = async () => check(AbortSignal.timeout(maxMs))
  const answer = attempt().catch((error: Error) => outcome('bad', reasonOf(error), ADVICE_ON_FAILURE[name]))
  const { state, detail, advice } = await Promise.race([answer, late])
  return { name, state, detail, advice }
}

/** A check that heeds its signal says itself what did not answer. */
const GRACE_MS = 500

const ADVICE_ON_FAILURE: Record<string, string> = {
  Database: 'Check DATABASE_URL or DATA_DIR, and whether PostgreSQL runs.',
  'File store':
    'Check the folder DATA_DIR/files or the bucket of FILES_URL: no file can be uploaded or read.',
}

/** The message of the innermost cause. */
function reasonOf(error: Error & { code?: string }): string {
  if (error.cause instanceof Error) return reasonOf(error.cause)
  if (error.name === 'AbortError') return 'no answer'
  return error.message || error.code || error.name
}

const MB = 1e6
const GB = 1e9
const gigabytes = (bytes: number) => (bytes / GB).toFixed(bytes < 10 * GB ? 1 : 0)
const sizeOf = (bytes: number) => (bytes < GB ? `${Math.ceil(bytes / MB)} MB` : `${gigabytes(bytes)} GB`)
const timeOf = (at: Date | string) => `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const dayOf = (at: Date) => at.toISOString().slice(0, 10)
const count = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`

function checkSettings(env: Record<string, string | undefined>, demonstration: boolean): Outcome {
  const { set, unknown } = describeSettings(env)
  const missing = demonstration ? null : whyNotProduction(env)
  if (missing) return outcome('bad', missing, 'See "Settings" in docs/operations.md.')
  if (unknown.length === 0) return outcome('good', `${set.length} read, none unknown`)
  return outcome(
    'warning',
    `${set.length} read, unknown: ${unknown.map(({ name }) => name).join(', ')}`,
    `Is ${unknown.map(({ meant }) => meant).join(', ')} meant?`,
  )
}

function whyNotProduction(env: Record<string, string | undefined>): string | null {
  try {
    requireProduction(env)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

const OLDEST_POSTGRES = 15

/** The tables of the database compared with those that this program makes; unknown if it cannot be reached. */
type SchemaState = 'unknown' | 'empty' | 'older' | 'same' | 'newer'

async function checkDatabase(db: Db): Promise<Outcome & { schema: SchemaState }> {
  const { version, major, encoding } = await findDatabaseFacts(db)
  const [applied, known] = [await findAppliedMigrations(db), await migrationNames()]
  const schema = compareSchemas(applied, known)
  const server = `PostgreSQL ${version.split(' ')[0]}, ${encoding === 'UTF8' ? 'UTF-8' : encoding}`
  const detail = `${server}, ${schema === 'empty' ? 'no tables yet' : `version ${numberOf(applied.at(-1)!)}, ${TO_PROGRAM[schema]}`}`
  const say = (state: CheckState, advice = '', more = '') => ({
    ...outcome(state, detail + more, advice),
    schema,
  })
  if (major < OLDEST_POSTGRES) return say('bad', `Use PostgreSQL ${OLDEST_POSTGRES} or newer.`)
  if (encoding !== 'UTF8') return say('bad', 'Restore a backup into a database whose encoding is UTF-8.')
  if (schema === 'newer') return say('bad', 'Install the version of the program that upgraded the database.')
  if (schema === 'empty') return say('warning', 'The first start creates the tables.')
  if (schema === 'older') return say('warning', 'The next start of the server upgrades the database.')
  if (await isCollationOutdated(db)) return say('warning', REINDEX, ', sorted by libraries that have changed')
  return say('good')
}

const REINDEX = 'Run REINDEX DATABASE, then ALTER DATABASE … REFRESH COLLATION VERSION.'
const TO_PROGRAM = {
  older: 'older than the program',
  same: 'same as the program',
  newer: 'newer than the program',
}
const numberOf = (migration: string) => Number.parseInt(migration, 10)

function compareSchemas(applied: string[], known: string[]): Exclude<SchemaState, 'unknown'> {
  if (applied.length === 0) return 'empty'
  if (applied.some((name) => !known.includes(name))) return 'newer'
  return applied.length < known.length ? 'older' : 'same'
}

async function checkFiles(files: Files): Promise<Outcome> {
  const start = performance.now()
  await files.probe()
  return outcome('good', `written and read back in ${Math.ceil(performance.now() - start)} ms`)
}

const BAD_BYTES = GB
const LOW_BYTES = 5 * GB

async function checkDisk(folder: string): Promise<Outcome> {
  const { bsize, blocks, bfree, bavail } = await statfs(folder)
  const [all, used, free] = [blocks * bsize, (blocks - bfree) * bsize, bavail * bsize]
  const state = free < BAD_BYTES ? 'bad' : free < LOW_BYTES ? 'warning' : 'good'
  const detail = `${gigabytes(used)} of ${gigabytes(all)} GB used, ${gigabytes(free)} GB free`
  return outcome(state, detail, state === 'good' ? '' : 'Make room: on a full disk nothing can be saved.')
}

/** An authenticator app's code is valid for half a minute. */
const BAD_CLOCK_MS = 30 * 1000
const ODD_CLOCK_MS = 2 * 1000

async function checkClock(db: Db, clock: Clock): Promise<Outcome> {
  const before = +clock()
  const theirs = await findClock(db)
  const apart = Math.abs(+theirs - (before + +clock()) / 2)
  const state = apart > BAD_CLOCK_MS ? 'bad' : apart > ODD_CLOCK_MS ? 'warning' : 'good'
  const advice = 'Synchronize the clocks of both machines by NTP.'
  return outcome(state, `${(apart / 1000).toFixed(2)} s from the database`, state === 'good' ? '' : advice)
}

const RENEW_DAYS = 21
const RENEW = 'Renew it: see "Proxy" in docs/operations.md.'

async function checkCertificate(base: URL, now: Date, signal: AbortSignal): Promise<Outcome> {
  if (base.protocol === 'http:')
    return isLoopback(base.hostname)
      ? outcome('good', 'none: http, on this machine only')
      : outcome('warning', 'none: http, so passwords travel unencrypted', 'Set BASE_URL to an https address.')
  const found = await readCertificate(base, signal).catch((error: Error) => error)
  if (found instanceof Error)
    return outcome(
      'warning',
      `${base.host} was not reached from this machine (${reasonOf(found)})`,
      'If people reach it, the certificate cannot be checked from here.',
    )
  const { until, isForHost, untrusted } = found
  const days = Math.floor((+until - +now) / DAY_MS)
  if (days < 0) return outcome('bad', `ended ${dayOf(until)}`, RENEW)
  const ends = `ends ${dayOf(until)}, in ${count(days, 'day')}`
  if (!isForHost)
    return outcome('bad', 'is for another host name', 'Use a certificate for the host name of BASE_URL.')
  if (untrusted) {
    const advice = days < RENEW_DAYS ? RENEW : 'Browsers may refuse it too.'
    return outcome('warning', `${ends}; not trusted here (${untrusted})`, advice)
  }
  return days < RENEW_DAYS ? outcome('warning', ends, RENEW) : outcome('good', ends)
}

const RECOMMENDED_NODE = [22, 24]

export function checkNode(version: string): Outcome {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  return RECOMMENDED_NODE.includes(major)
    ? outcome('good', `${major}.${minor}, recommended`)
    : outcome(
        'warning',
        `${major}.${minor}: starts, but is not recommended`,
        `Install Node ${RECOMMENDED_NODE.join(' or ')}.`,
      )
}

async function checkBackups(db: Db, now: Date, demonstration: Promise<boolean>): Promise<Outcome> {
  const { last, failed, overdue } = await backupState(db, now)
  if (!last && !failed && (await demonstration)) return outcome('good', 'none: this is a demonstration')
  const advice = 'See "Back up and restore" in docs/operations.md.'
  const good = last ? `${timeOf(last.made_at)}, ${sizeOf(last.bytes)}, checked` : 'none yet'
  if (overdue) return outcome('bad', last ? `${good}: older than the setting allows` : good, advice)
  if (failed)
    return outcome('warning', `${good}; failed ${timeOf(failed.made_at)}: ${failed.failure}`, advice)
  if (last && last.missing_files > 0)
    return outcome(
      'warning',
      `${good}, without ${count(last.missing_files, 'lost file')}`,
      'The backup names them.',
    )
  return last ? outcome('good', good) : outcome('warning', good, advice)
}

/** Seals that are verified; `admin verify` verifies all. */
const CHECKED_SEALS = 20
/** The server seals every minute. */
const SEAL_LATE_MS = 15 * MINUTE_MS

async function checkSeals(db: Db, now: Date): Promise<Outcome> {
  const { last, broken, unsealed } = await checkEndOfChain(db, CHECKED_SEALS)
  if (broken)
    return outcome('bad', broken, 'Someone changed the audit log in the database: run admin verify.')
  const sealed = last ? `sealed ${timeOf(last.at)}, the last seals are whole` : 'nothing is sealed yet'
  if (unsealed.since === null || +now - Date.parse(unsealed.since) < SEAL_LATE_MS)
    return outcome('good', sealed)
  return outcome(
    'warning',
    `${sealed}; ${count(unsealed.count, 'entry').replace('entrys', 'entries')} not sealed since ${timeOf(unsealed.since)}`,
    'The server seals every minute while it runs.',
  )
}

async function checkAverages(db: Db): Promise<Outcome> {
  const { proposals, wrong } = await findWrongAverages(db)
  if (wrong.length === 0) return outcome('good', `of ${count(proposals, 'proposal')}, as the reports say`)
  return outcome('bad', `not what follows from the reports on ${wrong.join(', ')}`, FIGURES_AGAIN)
}

const FIGURES_AGAIN =
  'Someone changed the database past its triggers: run admin verify, then INSERT INTO review_figures (proposal_id) SELECT id FROM proposals ON CONFLICT (proposal_id) DO UPDATE SET submitted = 0.'

async function checkMailServer(
  url: string | undefined,
  demonstration: Promise<boolean>,
  signal: AbortSignal,
): Promise<Outcome> {
  if (!url)
    return (await demonstration)
      ? outcome('good', 'none: a demonstration writes e-mails to files')
      : outcome('bad', 'none: no e-mail can be sent', 'Set SMTP_URL.')
  const { hostname, port } = new URL(url)
  const met = await shakeHands(url, signal).catch(mailErrorCause)
  if (typeof met === 'string')
    return outcome('bad', `${hostname}${port && `:${port}`}: ${met}`, 'Check SMTP_URL.')
  const { server, encryption, signedIn } = met
  const detail = `${server}, ${encryption ?? 'not encrypted'}, ${signedIn ? 'signed in' : 'no sign-in'}`
  if (signedIn === false)
    return outcome('warning', detail, 'SMTP_URL names a user, but the server offers no sign-in.')
  if (!encryption && !isLoopback(hostname))
    return outcome(
      'warning',
      detail,
      'Use smtps:// or a server that offers STARTTLS: mails can be read on their way.',
    )
  return outcome('good', detail)
}

/** The check of the mails that the viewer may see, in place of that of all. */
export const checkMailsFor = async (db: Db, viewer: Actor): Promise<Check> => ({
  name: MAIL_CHECK,
  ...(await checkMails(db, viewer)),
})

async function checkMails(db: Db, viewer?: Actor): Promise<Outcome> {
  const { failed, waiting, retried } = await countUnsentMails(db, viewer)
  const detail = `${failed} failed, ${waiting} waiting`
  if (failed > 0) return outcome('warning', detail, 'See why in the Mail log, and send them again there.')
  return retried > 0
    ? outcome('warning', `${detail}, ${retried} of them after a failed try`, 'See why in the Mail log.')
    : outcome('good', detail)
}
