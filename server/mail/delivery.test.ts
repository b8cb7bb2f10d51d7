import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { describe, expect, test, vi } from 'vitest'
import type { DeliveryProgress } from '#domain/mail/contract.ts'
import { aGroupMail } from '../builders/group_mail.ts'
import { aUser } from '../builders/people.ts'
import type { Config } from '../platform/config.ts'
import { context, type Db, type Services } from '../platform/context.ts'
import { smtpTransport } from '../platform/outbox/transport.ts'
import { startWorker } from '../platform/outbox/worker.ts'
import { mailbox, refusal } from '../testing/mailbox.ts'
import { createUsers } from '../testing/many_users.ts'
import { copyDatabase } from '../testing/test_server.ts'
import { showGroupMail } from './service.ts'

const MINUTE = 60_000
const LONG = { timeout: 60_000, interval: 50 }
type Box = Awaited<ReturnType<typeof mailbox>>

/** A group mail to `count` users, queued but not delivered. */
async function createSentGroupMail(db: Db, count: number) {
  const config = { mailFrom: 'office@example.org', baseUrl: 'https://example.org' } as Config
  const services = { db, config, clock: () => new Date() } as Services
  const office = context(services, await aUser(context(services, null), ['admin']))
  const destinations = await createUsers(db, count)
  const content = 'Dear #name# of #affiliation#,\n\nthe call is open.'
  const id = await aGroupMail(office, { content, destinations, bcc: 'archive@example.org', sent: true })
  return {
    progress: async () => (await showGroupMail(office, id, true)).progress as DeliveryProgress,
    destinations,
  }
}

const start = (db: Db, { url }: Box, clock = () => new Date()) =>
  startWorker(db, smtpTransport(url, 'https://example.org'), async () => 'office@example.org', clock, console)

/** The number of mails by address; checks that each mail has the recipient's own text. */
async function deliveries({ received }: Box) {
  const times = new Map<string, number>()
  for (const { to, raw } of received) {
    expect(to).toHaveLength(1)
    times.set(to[0]!, (times.get(to[0]!) ?? 0) + 1)
    const n = /^guest(\d+)@/u.exec(to[0]!)?.[1]
    const { text } = await simpleParser(raw)
    expect(text).toContain(n ? `Dear Guest ${n} of Institute ${n},` : 'Dear #name# of #affiliation#,')
  }
  return times
}

describe('a group mail', () => {
  test('is delivered once to each destination and once to the Bcc by two workers', async () => {
    const [{ db, close }, box] = [await copyDatabase(10), await mailbox({ delayMs: 5 })]
    const { progress, destinations } = await createSentGroupMail(db, 200)
    const workers = [start(db, box), start(db, box)]
    await vi.waitFor(async () => expect(await progress()).toMatchObject({ waiting: 0 }), LONG)
    await vi.waitFor(() => expect(box.received).toHaveLength(201), LONG)
    await Promise.all(workers.map((worker) => worker.stop()))
    expect(await progress()).toEqual({ delivered: 200, waiting: 0, failed: 0, failures: [], skipped: [] })
    const times = await deliveries(box)
    expect([...times.keys()].sort()).toEqual(
      [...destinations.map(({ email }) => email), 'archive@example.org'].sort(),
    )
    expect([...times.values()].every((count) => count === 1)).toBe(true)
    await box.close()
    await close()
  }, 120_000)

  test('is finished by another worker when one is killed; only mails in progress may arrive twice', async () => {
    const [{ db, close, url }, box] = [await copyDatabase(10), await mailbox({ delayMs: 20 })]
    const { progress } = await createSentGroupMail(db, 200)
    const worker = join(import.meta.dirname, '../testing/outbox_worker.ts')
    const child = spawn(process.execPath, ['--import', 'tsx', worker, url, box.url], { stdio: 'inherit' })
    await vi.waitFor(() => expect(box.received.length).toBeGreaterThan(60), LONG)
    child.kill('SIGKILL')
    await new Promise((resolve) => child.once('exit', resolve))
    const open = await db.selectFrom('mails').select('recipients').where('lease', 'is not', null).execute()
    const inProgress = new Set(open.flatMap(({ recipients }) => recipients))
    expect((await progress()).waiting).toBeGreaterThan(inProgress.size)
    // The lease of the killed worker expires after some minutes.
    const second = start(db, box, () => new Date(Date.now() + 6 * MINUTE))
    await vi.waitFor(async () => expect(await progress()).toMatchObject({ waiting: 0 }), LONG)
    await vi.waitFor(async () => expect((await deliveries(box)).size).toBe(201), LONG)
    await second.stop()
    expect(await progress()).toMatchObject({ delivered: 200, failed: 0 })
    for (const [address, count] of await deliveries(box))
      expect([address, count <= (inProgress.has(address) ? 2 : 1)]).toEqual([address, true])
    await box.close()
    await close()
  }, 120_000)

  test('reports permanently refused recipients with the reason; lost connections are retried', async () => {
    const third = (address: string) => Number(/\d+/u.exec(address)?.[0] ?? 1) % 3 === 0
    const box = await mailbox({
      recipient: (address) => (third(address) ? refusal(550, 'no such user') : null),
      mail: (n) => ([5, 17, 29].includes(n) ? 'drop' : null),
    })
    const { db, close } = await copyDatabase(10)
    const { progress } = await createSentGroupMail(db, 60)
    let later = 0
    const worker = start(db, box, () => new Date(Date.now() + later))
    await vi.waitFor(async () => expect((await progress()).waiting).toBeLessThan(10), LONG)
    // After a lost connection a mail is tried again 15 seconds later.
    later = MINUTE
    await vi.waitFor(async () => expect(await progress()).toMatchObject({ waiting: 0 }), LONG)
    await vi.waitFor(async () => expect((await deliveries(box)).size).toBe(41), LONG)
    await worker.stop()
    const { delivered, failed, failures } = await progress()
    expect([delivered, failed]).toEqual([40, 20])
    expect(failures[0]).toMatchObject({ email: expect.stringMatching(/^guest/u) })
    expect(new Set(failures.map(({ reason }) => reason))).toEqual(
      new Set(['The mail server refused the recipient: 550 no such user']),
    )
    expect(failures.map(({ email }) => email).every(third)).toBe(true)
    expect([...(await deliveries(box)).values()].every((count) => count === 1)).toBe(true)
    await box.close()
    await close()
  }, 120_000)
})
