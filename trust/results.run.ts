/**
 * The release of a thousand results in one act: `npm run trust -- results`, RESULTS=1000 by default. The server is killed
 * while the act can still be undone, while it is carried out, and while the e-mails are delivered. Each proposer can read
 * the result, and each got one e-mail; only one that was in hand at the last kill may have arrived twice, as the same.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { PREFER, RESPOND_ASYNC } from '#domain/endpoint.ts'
import { aTerm, aUser } from '#server/builders/people.ts'
import { context } from '#server/platform/context.ts'
import { MAX_CONNECTIONS } from '#server/platform/outbox/transport.ts'
import type { OpenServices } from '#server/process.ts'
import { draftResults } from '#server/results/drafting.ts'
import { mailbox } from '#server/testing/mailbox.ts'
import { createUsers } from '#server/testing/many_users.ts'
import { openBrowser, sessionOf } from './browser.ts'
import { killAll } from './database_processes.ts'
import { createChecks } from './findings.ts'
import { freePort, newSettings, type ServerProcess, startServer, withServices } from './server_process.ts'

const RESULTS = Number(process.env.RESULTS ?? 1000)
/** Every so many proposals get a sample. */
const GRANTED_EVERY = 2
const UNDO_SECONDS = 60
/** The act begins within a second of its time; the kill comes so long after it began. */
const INTO_THE_ACT_MS = 700
const SOON_MS = 100
const CARRIED_OUT_WITHIN_MS = 180_000
/** A mail in hand at the kill is tried again when its lease is over, five minutes later. */
const DELIVERED_WITHIN_MS = 8 * 60_000

const checks = createChecks()
const dataDir = mkdtempSync(join(tmpdir(), 'ao-results-'))
const mailPort = await freePort()
const { settings, address } = await newSettings(dataDir, `smtp://127.0.0.1:${mailPort}`)
let server: ServerProcess | undefined
let mails: Awaited<ReturnType<typeof mailbox>> | undefined

async function fill({ services }: OpenServices) {
  const { db } = services
  const nobody = context(services, null)
  const { id: term_id } = await aTerm(nobody)
  const admin = await aUser(nobody, ['admin'])
  const users = await createUsers(db, RESULTS)
  await db
    .insertInto('settings')
    .values({ name: 'undo_seconds', value: String(UNDO_SECONDS) })
    .execute()
  const proposals = await db
    .insertInto('proposals')
    .values(users.map(({ id }, i) => ({ user_id: id, term_id, title: `Title ${i}`, status: 2 as const })))
    .returning('id')
    .execute()
  const granted = proposals.filter((_, i) => i % GRANTED_EVERY === 0)
  const samples = await db
    .insertInto('samples')
    .values(
      granted.map((_, i) => ({
        name: `A${String(i).padStart(5, '0')}`,
        db_type: 1 as const,
        sample_type: 0 as const,
      })),
    )
    .returning('id')
    .execute()
  const confirmed_at = new Date().toISOString()
  await db
    .insertInto('assignments')
    .values(
      granted.map(({ id }, i) => ({
        proposal_id: id,
        sample_id: samples[i]!.id,
        status: 1 as const,
        confirmed_at,
      })),
    )
    .execute()
  await draftResults(context(services, admin), term_id)
  return {
    admin: await sessionOf(db, admin.id),
    emails: users.map(({ email }) => email),
    proposal_ids: proposals.map(({ id }) => id),
  }
}

async function until(isDone: () => boolean | Promise<boolean>, withinMs: number) {
  const end = performance.now() + withinMs
  while (performance.now() < end) {
    if (await isDone()) return true
    await setTimeout(SOON_MS)
  }
  return false
}

try {
  const { admin, emails, proposal_ids } = await withServices(settings, fill)
  server = await startServer(settings)
  const killAndStart = async () => {
    await server!.kill()
    server = await startServer(settings)
    return openBrowser(address, admin)
  }
  let office = await openBrowser(address, admin)
  const released = async () => {
    const counts = (await office('GET', '/api/results/counts')).json()
    return counts.released as number
  }
  const press = () => office('PUT', '/api/results/release', { proposal_ids }, { [PREFER]: RESPOND_ASYNC })
  const begun = performance.now()
  const pressed = await press()
  checks.check(
    'the release waits to be undone',
    pressed.status === 202 && (await released()) === 0,
    `${pressed.status} after ${((performance.now() - begun) / 1000).toFixed(1)} s, “${pressed.json().message}”`,
  )
  office = await killAndStart()
  const again = await press()
  checks.check(
    'killed before its time, it still waits: a second press is refused',
    /about to be done already/u.test(again.json().message),
    again.json().message,
  )

  mails = await mailbox({ port: mailPort })
  const { received } = mails
  await setTimeout(Date.parse(pressed.json().pending.due_at) - Date.now() + INTO_THE_ACT_MS)
  office = await killAndStart()
  const all = await until(async () => (await released()) === RESULTS, CARRIED_OUT_WITHIN_MS)
  checks.check('killed while it is carried out, all are released', all, `${await released()} released`)

  await until(() => received.length >= RESULTS / 3, DELIVERED_WITHIN_MS)
  const before = received.length
  office = await killAndStart()
  const waiting = async () =>
    (await office('GET', '/api/mail_log?state=waiting&per_page=1')).json().total as number
  await until(async () => (await waiting()) === 0, DELIVERED_WITHIN_MS)
  checks.check(
    'killed while they are delivered, none waits for good',
    (await waiting()) === 0,
    `at ${before} mails`,
  )

  const byRecipient = new Map<string, Set<string>>()
  for (const { to, raw } of received)
    for (const email of to) {
      const ids = byRecipient.get(email) ?? new Set()
      ids.add(/^Message-ID: (\S+)/imu.exec(raw)?.[1] ?? '')
      byRecipient.set(email, ids)
    }
  const without = emails.filter((email) => !byRecipient.has(email))
  const several = [...byRecipient.values()].filter((ids) => ids.size > 1)
  checks.check('every proposer was e-mailed', without.length === 0, `${without.length} were not`)
  checks.check('nobody got two e-mails', several.length === 0, `${several.length} did`)
  const ids = new Set(received.map(({ raw }) => /^Message-ID: (\S+)/imu.exec(raw)?.[1]))
  const twice = received.length - ids.size
  checks.check('arrived twice, of those in hand at the kill', twice <= MAX_CONNECTIONS, twice)
  const log = (await office('GET', '/api/mail_log?kind=result_released&per_page=1')).json().total
  checks.check('the mail log has one for each', log === RESULTS, log)
} finally {
  killAll(dataDir, server)
  await mails?.close()
  rmSync(dataDir, { recursive: true, force: true })
}
checks.end()
