/**
 * Two servers on one database behind a proxy that gives each call to the other one: `npm run trust -- instances`, SEED=1
 * by default. Sessions, limits, uploads in a bucket and in a shared folder, mails, the grid, exports, migrations, hourly
 * work; then one is killed under write load.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { aGroupMailInput } from '#server/builders/group_mail.ts'
import { aNotice, aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { aSample } from '#server/builders/samples.ts'
import { context } from '#server/platform/context.ts'
import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { migrationNames } from '#server/platform/database/migrate.ts'
import { MAX_CONNECTIONS } from '#server/platform/outbox/transport.ts'
import type { OpenServices } from '#server/process.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { databaseUrl, queryServer } from '#server/testing/database_server.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { type Browser, openBrowser, sessionOf } from './browser.ts'
import { createChecks } from './findings.ts'
import { checkMails, waitUntilMailed } from './mail_check.ts'
import { startRoundRobinProxy } from './proxy.ts'
import { startS3Server } from './s3_server.ts'
import { freePort, type ServerProcess, type Settings, startServer, withServices } from './server_process.ts'
import { addProposers, checkDrafts, createPdfs, runWriters, Tally } from './writers.ts'

const random = seededRandom(Number(process.env.SEED ?? 1))
const checks = createChecks()
const folder = mkdtempSync(join(tmpdir(), 'ao-instances-'))
const engine = await startEmbedded(join(folder, 'database'), () => {})
const mails = await mailbox()
const bucket = await startS3Server(join(folder, 'bucket'))
const pdfs = await createPdfs(8)
const PASSWORD = 'grains of Ryugu and Bennu'
const password_hash = await hashPassword(PASSWORD)
const DAY_MS = 24 * 60 * 60 * 1000

/** Two servers on one database, started at once, and the proxy before them. */
async function withTwoServers(files: Settings[], work: (two: TwoServers) => Promise<void>) {
  const name = `two_${files.length}_${Math.floor(random() * 1e9)}`
  await queryServer(engine.url, `create database ${name}`)
  const common = {
    DATABASE_URL: databaseUrl(engine.url, name),
    SMTP_URL: mails.url,
    RATE_LIMIT_PER_MINUTE: '0',
  }
  const ports = [await freePort(), await freePort()]
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const proxy = await startRoundRobinProxy(addresses)
  const settings = files.map((one, i) => ({
    ...common,
    ...one,
    PORT: String(ports[i]),
    BASE_URL: proxy.address,
  }))
  const servers: ServerProcess[] = []
  const start = async () => {
    servers.splice(0, servers.length, ...(await Promise.all(settings.map((one) => startServer(one)))))
  }
  try {
    await start()
    await work({ settings: settings[0]!, addresses, proxy, servers, start })
  } finally {
    for (const { process } of servers) process.kill('SIGKILL')
    await proxy.close()
  }
}

interface TwoServers {
  settings: Settings
  addresses: string[]
  proxy: Awaited<ReturnType<typeof startRoundRobinProxy>>
  servers: ServerProcess[]
  start(): Promise<void>
}

async function fill({ services }: OpenServices) {
  const nobody = context(services, null)
  await aTerm(nobody)
  const admin = await aUser(nobody, ['admin'], { email: 'office@example.org', password_hash })
  const other = await aUser(nobody, ['admin'])
  const office = context(services, admin)
  const proposers = await addProposers(services, office, 4)
  const sample = await aSample(nobody)
  const { proposal_id } = await aSubmittedProposal(office)
  const reviewer = await aReviewer(nobody)
  await aReport(office, { proposal_id, reviewer })
  return {
    office: await sessionOf(services.db, admin.id),
    other: await sessionOf(services.db, other.id),
    proposers,
    pair: { sample_id: sample.id, proposal_id },
    applicant_id: await aNotice(nobody),
    reviewer,
  }
}

/** The statuses of so many calls. */
const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let i = 0; i < times; i++) seen.push((await call()).status)
  return seen
}
const allHaveStatus = (seen: number[], status: number) => seen.every((one) => one === status)

const checkMigrations = ({ settings }: TwoServers) =>
  withServices(settings, async ({ database }) => {
    const { rows } = await database.pool.query('select name from kysely_migration order by name')
    const names = await migrationNames()
    checks.check(
      'both started at once on an empty database: migrations, each once',
      JSON.stringify(rows.map(({ name }) => name)) === JSON.stringify(names),
      rows.length,
    )
  })

async function checkSessions({ proxy: { address, answered }, addresses }: TwoServers) {
  const before = [...answered]
  const door = await openBrowser(address)
  const reply = await door('POST', '/api/admin/login', { email: 'office@example.org', password: PASSWORD })
  const session = /ao_session=[^;]+/u.exec(reply.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const browser = await openBrowser(address, session)
  const reads = await statuses(20, () => browser('GET', '/api/login_user'))
  const shared = answered.map((count, i) => count - before[i]!)
  checks.check(
    'signed in at one, known to both: reads',
    allHaveStatus(reads, 200) && reply.json().success,
    shared.join(' + '),
  )
  const writes = await statuses(10, async () =>
    browser('PUT', '/api/settings', await currentSettings(browser)),
  )
  checks.check('CSRF token of one, taken by both: writes', allHaveStatus(writes, 200), writes.length)
  const forged = await statuses(4, () =>
    fetch(`${address}/api/settings`, {
      method: 'PUT',
      headers: { cookie: session, 'x-xsrf-token': 'forged' },
    }),
  )
  checks.check('a forged token is refused by both', allHaveStatus(forged, 419), forged.length)
  await browser('POST', '/api/admin/logout')
  const after = await Promise.all(
    addresses.map((one) => fetch(`${one}/api/users?per_page=1`, { headers: { cookie: session } })),
  )
  checks.check(
    'signed out at one is signed out at both',
    allHaveStatus(
      after.map(({ status }) => status),
      401,
    ),
    after.length,
  )
  const wrong = { email: 'office@example.org', password: 'wrong' }
  const tries = await statuses(10, () => door('POST', '/api/admin/login', wrong))
  const taken = tries.filter((status) => status !== 429).length
  checks.check(
    'the limit of sign-ins is one for both: 6 tries in five minutes',
    taken === 6 - 1 || taken === 6,
    taken,
  )
}

/** The office's settings as they stand, to be saved again. */
async function currentSettings(browser: Browser): Promise<object> {
  const { setup: _, ...settings } = (await browser('GET', '/api/settings')).json()
  return settings
}

async function checkGrid({ addresses }: TwoServers, { office, other, pair }: People) {
  const [here, there] = [await openBrowser(addresses[0]!, office), await openBrowser(addresses[1]!, other)]
  const etag = (await there('GET', '/api/samples/allocation/1')).headers.get('etag') ?? ''
  const saved = await here('POST', '/api/samples/allocation', [pair])
  const news = await there('GET', `/api/samples/allocation/changes/1?etag=${encodeURIComponent(etag)}`)
  checks.check(
    'a tick at one is told at the other',
    saved.status === 200 && news.json().changed?.[0]?.sample_id === pair.sample_id,
    news.json().changed?.length,
  )
}

/** What must be done once is asked of both servers at the same moment, three times each. */
async function checkRaces(
  { settings, addresses }: TwoServers,
  { office, other, pair, reviewer, applicant_id }: People,
) {
  const browsers = await Promise.all(
    addresses.flatMap((address) => [office, other, office].map((session) => openBrowser(address, session))),
  )
  const [here] = browsers
  const mail = aGroupMailInput({ destinations: [reviewer.id] })
  const group = (await here!('POST', '/api/group_mail/add', mail)).json().id
  await withServices(settings, async ({ services: { db } }) => {
    const races: [what: string, action: string, method: string, path: string, body: object][] = [
      ['a group mail is sent', 'group_mail.send', 'POST', `/api/group_mail/send/${group}`, {}],
      [
        'an applicant is registered',
        'applicant.register',
        'PUT',
        `/api/applicants/register/${applicant_id}`,
        {},
      ],
      ['a sample is confirmed', 'allocation.confirm', 'POST', '/api/samples/assign', [pair]],
    ]
    const countEntries = async (action: string) =>
      (await db.selectFrom('audit_entries').select('id').where('action', '=', action).execute()).length
    const countMails = async () =>
      (
        await db
          .selectFrom('mails')
          .select('id')
          .where('kind', 'in', ['group_mail', 'registration'])
          .execute()
      ).length
    const mailsBefore = await countMails()
    for (const [what, action, method, path, body] of races) {
      const before = await countEntries(action)
      const answers = await Promise.all(browsers.map((browser) => browser(method, path, body)))
      const done = answers.filter(({ status, json }) => status === 200 && json().result === 1).length
      checks.check(
        `asked of both at once, ${what} once`,
        (await countEntries(action)) === before + 1 &&
          done === 1 &&
          answers.every(({ status }) => status < 500),
        answers.map(({ status, json }) => `${status} ${json().result ?? ''}`).join(', '),
      )
    }
    const mails = (await countMails()) - mailsBefore
    checks.check('and each mail of it is queued once', mails === 2, mails)
  })
}

async function checkExport({ addresses }: TwoServers, { office }: People) {
  const [here, there] = [await openBrowser(addresses[0]!, office), await openBrowser(addresses[1]!, office)]
  const address: string = (await here('GET', '/api/applicant/download')).json()
  const { pathname, search } = new URL(address, addresses[0])
  const file = await there('GET', pathname + search)
  const lines = file.bytes.toString().trim().split('\n').length
  checks.check(
    'an export asked of one, fetched from the other: lines',
    file.status === 200 && lines > 4,
    lines,
  )
}

/** People write through the proxy; at a time one server is killed, if that is asked for. */
async function writeThroughProxy(
  { proxy, servers }: TwoServers,
  { proposers }: People,
  tally: Tally,
  kill: boolean,
) {
  const end = new AbortController()
  const writing = runWriters({ address: proxy.address, proposers, pdfs, tally, random }, end.signal)
  await setTimeout(3000)
  if (kill) await servers[1]!.kill()
  const before = tally.answers['save: 200'] ?? 0
  await setTimeout(3000)
  end.abort()
  await writing
  return (tally.answers['save: 200'] ?? 0) - before
}

type People = Awaited<ReturnType<typeof fill>>

/** Each draft and PDF as both servers give it. */
async function checkDraftsAtBoth(
  { addresses }: TwoServers,
  { proposers }: People,
  tally: Tally,
  what: string,
) {
  const faults = tally.faults.length
  for (const address of addresses) await checkDrafts({ address, proposers, tally })
  checks.check(what, tally.faults.length === faults, `${proposers.length} at each`)
}

const referencedFiles = (settings: Settings) =>
  withServices(settings, async ({ services: { db } }) => {
    const rows = await db
      .selectFrom('proposals')
      .select('file_key')
      .where('file_key', 'is not', null)
      .execute()
    return rows.map(({ file_key }) => file_key!)
  })

/** Both started at once, on the day of a reminder. */
async function checkReminders(two: TwoServers, { office, reviewer }: People) {
  const browser = await openBrowser(two.addresses[0]!, office)
  const settings = (await currentSettings(browser)) as { reminder_days_before: number }
  const saved = await browser('PUT', '/api/settings', { ...settings, reminders: true })
  await withServices(two.settings, async ({ services: { db } }) => {
    const day = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()
    const due = {
      noi_closes_at: day(0.1),
      proposals_close_at: day(0.1),
      reviews_due_at: day(settings.reminder_days_before),
    }
    await db.updateTable('terms').set(due).execute()
  })
  for (const server of two.servers) await server.stop()
  await two.start()
  await setTimeout(3000)
  await withServices(two.settings, async ({ services: { db } }) => {
    const sent = await db
      .selectFrom('mails')
      .select('recipients')
      .where('kind', '=', 'review_reminder')
      .execute()
    const said = two.servers.flatMap((server) => server.output).join('')
    checks.check(
      'hourly work of both at once: reminders sent to a reviewer',
      saved.status === 200 && sent.length === 1 && sent[0]!.recipients[0] === reviewer.email,
      sent.length,
    )
    checks.check('hourly work of both at once: errors in the logs', !/"level":50/u.test(said), 0)
  })
}

try {
  const own = [
    { DATA_DIR: join(folder, 'a'), ...bucket.settings },
    { DATA_DIR: join(folder, 'b'), ...bucket.settings },
  ]
  Object.assign(process.env, bucket.credentials)
  await withTwoServers(own, async (two) => {
    await checkMigrations(two)
    const people = await withServices(two.settings, fill)
    await checkSessions(two)
    await checkGrid(two, people)
    await checkRaces(two, people)
    await checkExport(two, people)
    const tally = new Tally()
    const saves = await writeThroughProxy(two, people, tally, false)
    checks.check(
      'saves and uploads through the proxy, into a bucket',
      saves > 0 && tally.faults.length === 0,
      saves,
    )
    await checkDraftsAtBoth(two, people, tally, 'drafts and PDFs as acknowledged, from the bucket')
    const [keys, spoken] = [await bucket.keys(), await referencedFiles(two.settings)]
    checks.check(
      'files in the bucket that nobody speaks of',
      keys.length === spoken.length,
      keys.length - spoken.length,
    )
    const before = tally.faults.length
    await waitUntilMailed(two.proxy.address, people.office, tally)
    await withServices(two.settings, ({ services: { db } }) => checkMails(db, tally, mails.received, 0))
    checks.check('mails by two workers, each once', tally.faults.length === before, mails.received.length)
    await checkReminders(two, people)

    const after = await writeThroughProxy(two, people, tally, true)
    checks.check('one killed, the other goes on: saves since', after > 0, after)
    await two.servers[0]!.stop()
    await two.start()
    await checkDraftsAtBoth(two, people, tally, 'nothing acknowledged is lost')
    const known = tally.faults.length
    const begun = performance.now()
    await waitUntilMailed(two.proxy.address, people.office, tally)
    const twice = await withServices(two.settings, ({ services: { db } }) =>
      checkMails(db, tally, mails.received, MAX_CONNECTIONS),
    )
    checks.check(
      'no mail is lost, those in hand at the kill after their lease',
      tally.faults.length === known,
      `${mails.received.length}, ${twice} twice, the last after ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    )
    for (const fault of tally.faults.slice(0, 10)) console.log(fault)
  })

  mails.received.length = 0
  const shared = { DATA_DIR: join(folder, 'shared') }
  await withTwoServers([shared, shared], async (two) => {
    const people = await withServices(two.settings, fill)
    const tally = new Tally()
    const saves = await writeThroughProxy(two, people, tally, false)
    checks.check(
      'saves and uploads through the proxy, into a shared folder',
      saves > 0 && tally.faults.length === 0,
      saves,
    )
    await checkDraftsAtBoth(two, people, tally, 'drafts and PDFs as acknowledged, from the folder')
    const left =
      readdirSync(join(folder, 'shared/files')).length - (await referencedFiles(two.settings)).length
    checks.check('files in the folder that nobody speaks of', left === 0, left)
    for (const fault of tally.faults.slice(0, 10)) console.log(fault)
  })
} finally {
  await engine.stop()
  await mails.close()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
}
checks.end()
