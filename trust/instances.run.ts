/**
 * Two servers on one database behind a proxy that gives each call to the other one: `npm run trust -- instances`, SEED=1
 * by default. Sessions, limits, uploads in a bucket and in a shared folder, mails, the grid, exports, migrations, hourly
 * work; then one is killed under write load.
 */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { aTerm, aUser } from '#server/builders/people.ts'
import { aSubmittedProposal } from '#server/builders/proposals.ts'
import { aReport, aReviewer } from '#server/builders/reports.ts'
import { aSample } from '#server/builders/samples.ts'
import { context } from '#server/platform/context.ts'
import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
import { migrationNames } from '#server/platform/database/migrate.ts'
import { MAX_CONNECTIONS } from '#server/platform/outbox/transport.ts'
import type { OpenServices } from '#server/process.ts'
import { hashPassword } from '#server/session/password_hash.ts'
import { databaseUrl, onServer } from '#server/testing/engine.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { seededRandom } from '#server/testing/two_in_a_grid/tab.ts'
import { type Browser, openBrowser, sessionOf } from './browser.ts'
import { bucketIn } from './bucket.ts'
import { findings } from './findings.ts'
import { roundRobin } from './round_robin.ts'
import { fillGround, freePort, type Served, type Settings, startServer } from './served.ts'
import { lookAtMails, untilMailed } from './settled.ts'
import { addProposers, lookAtDrafts, somePdfs, Tally, write } from './writers.ts'

const random = seededRandom(Number(process.env.SEED ?? 1))
const found = findings()
const folder = mkdtempSync(join(tmpdir(), 'ao-instances-'))
const engine = await startEmbedded(join(folder, 'database'), () => {})
const mails = await mailbox()
const bucket = await bucketIn(join(folder, 'bucket'))
const pdfs = await somePdfs(8)
const PASSWORD = 'grains of Ryugu and Bennu'
const password_hash = await hashPassword(PASSWORD)
const DAY_MS = 24 * 60 * 60 * 1000

/** Two servers on one database, started at once, and the proxy before them. */
async function inTwo(files: Settings[], work: (two: Two) => Promise<void>) {
  const name = `two_${files.length}_${Math.floor(random() * 1e9)}`
  await onServer(engine.url, `create database ${name}`)
  const common = {
    DATABASE_URL: databaseUrl(engine.url, name),
    SMTP_URL: mails.url,
    RATE_LIMIT_PER_MINUTE: '0',
  }
  const ports = [await freePort(), await freePort()]
  const addresses = ports.map((port) => `http://127.0.0.1:${port}`)
  const proxy = await roundRobin(addresses)
  const settings = files.map((one, i) => ({
    ...common,
    ...one,
    PORT: String(ports[i]),
    BASE_URL: proxy.address,
  }))
  const servers: Served[] = []
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

interface Two {
  settings: Settings
  addresses: string[]
  proxy: Awaited<ReturnType<typeof roundRobin>>
  servers: Served[]
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
    reviewer,
  }
}

/** The statuses of so many calls. */
const statuses = async (times: number, call: () => Promise<{ status: number }>) => {
  const seen: number[] = []
  for (let i = 0; i < times; i++) seen.push((await call()).status)
  return seen
}
const all = (seen: number[], status: number) => seen.every((one) => one === status)

const migrated = ({ settings }: Two) =>
  fillGround(settings, async ({ database }) => {
    const { rows } = await database.pool.query('select name from kysely_migration order by name')
    const names = await migrationNames()
    found.check(
      'both started at once on an empty database: migrations, each once',
      JSON.stringify(rows.map(({ name }) => name)) === JSON.stringify(names),
      rows.length,
    )
  })

async function signIn({ proxy: { address, answered }, addresses }: Two) {
  const before = [...answered]
  const door = await openBrowser(address)
  const reply = await door('POST', '/api/admin/login', { email: 'office@example.org', password: PASSWORD })
  const session = /ao_session=[^;]+/u.exec(reply.headers.get('set-cookie') ?? '')?.[0] ?? ''
  const browser = await openBrowser(address, session)
  const reads = await statuses(20, () => browser('GET', '/api/login_user'))
  const shared = answered.map((count, i) => count - before[i]!)
  found.check(
    'signed in at one, known to both: reads',
    all(reads, 200) && reply.json().success,
    shared.join(' + '),
  )
  const writes = await statuses(10, async () => browser('PUT', '/api/settings', await kept(browser)))
  found.check('CSRF token of one, taken by both: writes', all(writes, 200), writes.length)
  const forged = await statuses(4, () =>
    fetch(`${address}/api/settings`, {
      method: 'PUT',
      headers: { cookie: session, 'x-xsrf-token': 'forged' },
    }),
  )
  found.check('a forged token is refused by both', all(forged, 419), forged.length)
  await browser('POST', '/api/admin/logout')
  const after = await Promise.all(
    addresses.map((one) => fetch(`${one}/api/users?per_page=1`, { headers: { cookie: session } })),
  )
  found.check(
    'signed out at one is signed out at both',
    all(
      after.map(({ status }) => status),
      401,
    ),
    after.length,
  )
  const wrong = { email: 'office@example.org', password: 'wrong' }
  const tries = await statuses(10, () => door('POST', '/api/admin/login', wrong))
  const taken = tries.filter((status) => status !== 429).length
  found.check(
    'the limit of sign-ins is one for both: 6 tries in five minutes',
    taken === 6 - 1 || taken === 6,
    taken,
  )
}

/** The office's settings as they stand, to be saved again. */
async function kept(browser: Browser): Promise<object> {
  const { setup: _, ...settings } = (await browser('GET', '/api/settings')).json()
  return settings
}

async function grid({ addresses }: Two, { office, other, pair }: People) {
  const [here, there] = [await openBrowser(addresses[0]!, office), await openBrowser(addresses[1]!, other)]
  const etag = (await there('GET', '/api/samples/allocation/1')).headers.get('etag') ?? ''
  const saved = await here('POST', '/api/samples/allocation', [pair])
  const news = await there('GET', `/api/samples/allocation/changes/1?etag=${encodeURIComponent(etag)}`)
  found.check(
    'a tick at one is told at the other',
    saved.status === 200 && news.json().changed?.[0]?.sample_id === pair.sample_id,
    news.json().changed?.length,
  )
}

async function exported({ addresses }: Two, { office }: People) {
  const [here, there] = [await openBrowser(addresses[0]!, office), await openBrowser(addresses[1]!, office)]
  const address: string = (await here('GET', '/api/applicant/download')).json()
  const { pathname, search } = new URL(address, addresses[0])
  const file = await there('GET', pathname + search)
  const lines = file.bytes.toString().trim().split('\n').length
  found.check(
    'an export asked of one, fetched from the other: lines',
    file.status === 200 && lines > 4,
    lines,
  )
}

/** People write through the proxy; at a time one server is killed, if that is asked for. */
async function load({ proxy, servers }: Two, { proposers }: People, tally: Tally, kill: boolean) {
  const end = new AbortController()
  const writing = write({ address: proxy.address, proposers, pdfs, tally, random }, end.signal)
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
async function drafts({ addresses }: Two, { proposers }: People, tally: Tally, what: string) {
  const faults = tally.faults.length
  for (const address of addresses) await lookAtDrafts({ address, proposers, tally })
  found.check(what, tally.faults.length === faults, `${proposers.length} at each`)
}

const spokenOf = (settings: Settings) =>
  fillGround(settings, async ({ services: { db } }) => {
    const rows = await db
      .selectFrom('proposals')
      .select('file_key')
      .where('file_key', 'is not', null)
      .execute()
    return rows.map(({ file_key }) => file_key!)
  })

/** Both started at once, on the day of a reminder. */
async function reminded(two: Two, { office, reviewer }: People) {
  const browser = await openBrowser(two.addresses[0]!, office)
  const settings = (await kept(browser)) as { reminder_days_before: number }
  const saved = await browser('PUT', '/api/settings', { ...settings, reminders: true })
  await fillGround(two.settings, async ({ services: { db } }) => {
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
  await fillGround(two.settings, async ({ services: { db } }) => {
    const sent = await db
      .selectFrom('mails')
      .select('recipients')
      .where('kind', '=', 'review_reminder')
      .execute()
    const said = two.servers.flatMap((server) => server.said).join('')
    found.check(
      'hourly work of both at once: reminders sent to a reviewer',
      saved.status === 200 && sent.length === 1 && sent[0]!.recipients[0] === reviewer.email,
      sent.length,
    )
    found.check('hourly work of both at once: errors in the logs', !/"level":50/u.test(said), 0)
  })
}

try {
  const own = [
    { DATA_DIR: join(folder, 'a'), ...bucket.settings },
    { DATA_DIR: join(folder, 'b'), ...bucket.settings },
  ]
  Object.assign(process.env, bucket.credentials)
  await inTwo(own, async (two) => {
    await migrated(two)
    const people = await fillGround(two.settings, fill)
    await signIn(two)
    await grid(two, people)
    await exported(two, people)
    const tally = new Tally()
    const saves = await load(two, people, tally, false)
    found.check(
      'saves and uploads through the proxy, into a bucket',
      saves > 0 && tally.faults.length === 0,
      saves,
    )
    await drafts(two, people, tally, 'drafts and PDFs as acknowledged, from the bucket')
    const [keys, spoken] = [await bucket.keys(), await spokenOf(two.settings)]
    found.check(
      'files in the bucket that nobody speaks of',
      keys.length === spoken.length,
      keys.length - spoken.length,
    )
    const before = tally.faults.length
    await untilMailed(two.proxy.address, people.office, tally)
    await fillGround(two.settings, ({ services: { db } }) => lookAtMails(db, tally, mails.received, 0))
    found.check('mails by two workers, each once', tally.faults.length === before, mails.received.length)
    await reminded(two, people)

    const after = await load(two, people, tally, true)
    found.check('one killed, the other goes on: saves since', after > 0, after)
    await two.servers[0]!.stop()
    await two.start()
    await drafts(two, people, tally, 'nothing acknowledged is lost')
    const known = tally.faults.length
    const begun = performance.now()
    await untilMailed(two.proxy.address, people.office, tally)
    const twice = await fillGround(two.settings, ({ services: { db } }) =>
      lookAtMails(db, tally, mails.received, MAX_CONNECTIONS),
    )
    found.check(
      'no mail is lost, those in hand at the kill after their lease',
      tally.faults.length === known,
      `${mails.received.length}, ${twice} twice, the last after ${((performance.now() - begun) / 1000).toFixed(0)} s`,
    )
    for (const fault of tally.faults.slice(0, 10)) console.log(fault)
  })

  mails.received.length = 0
  const shared = { DATA_DIR: join(folder, 'shared') }
  await inTwo([shared, shared], async (two) => {
    const people = await fillGround(two.settings, fill)
    const tally = new Tally()
    const saves = await load(two, people, tally, false)
    found.check(
      'saves and uploads through the proxy, into a shared folder',
      saves > 0 && tally.faults.length === 0,
      saves,
    )
    await drafts(two, people, tally, 'drafts and PDFs as acknowledged, from the folder')
    const left = readdirSync(join(folder, 'shared/files')).length - (await spokenOf(two.settings)).length
    found.check('files in the folder that nobody speaks of', left === 0, left)
    for (const fault of tally.faults.slice(0, 10)) console.log(fault)
  })
} finally {
  await engine.stop()
  await mails.close()
  await bucket.close()
  rmSync(folder, { recursive: true, force: true })
}
found.end()
