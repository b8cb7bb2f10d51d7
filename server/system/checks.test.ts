import { rmSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { join } from 'node:path'
import { createServer as createTlsServer } from 'node:tls'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Check } from '#domain/system/checks.ts'
import { extendHashChain } from '../audit/hash_chain.ts'
import { aUser } from '../builders/people.ts'
import { openDatabase } from '../platform/database/database.ts'
import { markDemonstration } from '../platform/database/demonstration_mark.ts'
import { queueMails } from '../platform/outbox/queries.ts'
import { type CertificateName, certificate } from '../testing/certificates/index.ts'
import { mailbox } from '../testing/mailbox.ts'
import { type TestServer, withParallelServer } from '../testing/test_server.ts'
import { recordBackup, recordFailedBackup } from './backups.ts'
import { checkNode, runChecks } from './checks.ts'

const ENV = {
  BASE_URL: 'http://127.0.0.1:3000',
  MAIL_FROM: 'AO <ao@example.org>',
  SMTP_URL: 'smtp://127.0.0.1',
}

type Options = Parameters<typeof runChecks>[1]

/** The checks by name, of the services with some of their settings replaced. */
async function checked({ services }: TestServer, config = {}, options: Options = { env: ENV }) {
  const checks = await runChecks({ ...services, config: { ...services.config, ...config } }, options)
  return { checks, of: (name: string) => checks.find((check) => check.name === name) }
}

async function listening<T>(server: Server, work: (port: number) => Promise<T>): Promise<T> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work((server.address() as { port: number }).port)
  } finally {
    server.close()
  }
}

test('a system in order has good checks alone', () =>
  withParallelServer(async (world) => {
    const mails = await mailbox()
    await recordBackup(world.db, aBackup(new Date()))
    const { checks } = await checked(world, { smtpUrl: mails.url })
    await mails.close()
    const server = mails.url.slice('smtp://'.length)
    expect(
      Object.fromEntries(checks.map(({ name, state, detail }) => [name, `${state}: ${detail}`])),
    ).toEqual({
      Settings: 'good: 3 read, none unknown',
      'Certificate of 127.0.0.1': 'good: none: http, on this machine only',
      Database: expect.stringMatching(
        /^good: PostgreSQL \d+[.]\d+, UTF-8, version \d+, same as the program$/u,
      ),
      'File store': expect.stringMatching(/^good: written and read back in \d+ ms$/u),
      'Mail server': `good: ${server}, not encrypted, no sign-in`,
      'E-mail': 'good: 0 failed, 0 waiting',
      Backup: expect.stringMatching(/^good: \d{4}-\d\d-\d\d \d\d:\d\d UTC, 5 MB, checked$/u),
      'Mail templates': 'good: 0 templates changed by the office',
      Averages: 'good: of 0 proposals, as the reports say',
      'Audit log': 'good: nothing is sealed yet',
      Disk: expect.stringMatching(/: \d+([.]\d)? of \d+([.]\d)? GB used, \d+([.]\d)? GB free$/u),
      Clock: expect.stringMatching(/^good: 0[.]\d\d s from the database$/u),
      Node: expect.stringMatching(/^(good|warning): \d+[.]\d+/u),
    })
    const read: string[][] = []
    for await (const keys of world.services.files.keys()) read.push(keys)
    expect(read.flat()).toEqual([])
    const { of } = await checked(world, {}, { env: { ...ENV, SMPT_URL: 'x', DATADIR: 'y' } })
    expect(of('Settings')).toEqual({
      name: 'Settings',
      state: 'warning',
      detail: '3 read, unknown: SMPT_URL, DATADIR',
      advice: 'Is SMTP_URL, DATA_DIR meant?',
    })
    expect((await checked(world, {}, { env: {} })).of('Settings')).toMatchObject({
      state: 'bad',
      detail: expect.stringContaining('BASE_URL'),
    })
  }))

const daysBefore = (now: Date, days: number) => new Date(+now - days * 24 * 60 * 60 * 1000)

const aBackup = (made_at: Date) => ({
  made_at: made_at.toISOString(),
  file: '/backup/ao.zip',
  bytes: 5_000_000,
  missing_files: 0,
  checked_at: made_at.toISOString(),
})

/** What brings trouble, and the check that reports it; the clock is that of `now`. */
const TROUBLE: [what: string, make: (world: TestServer, now: Date) => Promise<unknown>, Partial<Check>][] = [
  [
    'mails that failed',
    async ({ db }, now) => {
      const mail = { kind: 'account', recipients: ['bo@example.org'], body: '' } as const
      await queueMails(db, [{ ...mail, recipients: [...mail.recipients], subject: 'One' }], now)
      await db.updateTable('mails').set({ state: 'failed' }).execute()
    },
    { name: 'E-mail', state: 'warning', detail: '1 failed, 0 waiting' },
  ],
  [
    'a mail that is tried again',
    async ({ db }, now) => {
      await queueMails(
        db,
        [{ kind: 'account', recipients: ['bo@example.org'], body: '', subject: 'One' }],
        now,
      )
      await db.updateTable('mails').set({ tries: 1 }).execute()
    },
    { name: 'E-mail', state: 'warning', detail: '0 failed, 1 waiting, 1 of them after a failed try' },
  ],
  [
    'a backup older than the setting',
    ({ db }, now) => recordBackup(db, aBackup(daysBefore(now, 3))),
    { name: 'Backup', state: 'bad', detail: expect.stringContaining('older than the setting allows') },
  ],
  [
    'a system in use without a backup',
    async ({ ctx, db }, now) => {
      await aUser(ctx(), ['admin'])
      await db
        .updateTable('users')
        .set({ created_at: daysBefore(now, 3).toISOString() })
        .execute()
    },
    { name: 'Backup', state: 'bad', detail: 'none yet' },
  ],
  [
    'a backup that failed',
    async ({ db }, now) => {
      await recordBackup(db, aBackup(daysBefore(now, 1)))
      await recordFailedBackup(db, { made_at: now.toISOString(), file: '/b/ao.zip', failure: 'No space.' })
    },
    { name: 'Backup', state: 'warning', detail: expect.stringMatching(/; failed .* UTC: No space[.]$/u) },
  ],
  [
    'a backup that lacks files',
    ({ db }, now) => recordBackup(db, { ...aBackup(now), missing_files: 2 }),
    { name: 'Backup', state: 'warning', detail: expect.stringContaining('without 2 lost files') },
  ],
  [
    'a seal that was changed',
    async ({ services, ctx, db }) => {
      for (const role of ['admin', 'panel'] as const) {
        await aUser(ctx(), [role])
        await extendHashChain(services)
      }
      await sql`alter table audit_entries disable trigger audit_entries_stay`.execute(db)
      await sql`update audit_entries set user_id = 1 where id = 2`.execute(db)
    },
    { name: 'Audit log', state: 'bad', detail: 'Seal 2 is broken: entry 2 was changed.' },
  ],
  [
    'entries that nobody seals',
    async ({ ctx, at }, now) => {
      at(daysBefore(now, 1))
      await aUser(ctx(), ['admin'])
      at(now)
    },
    { name: 'Audit log', state: 'warning', detail: expect.stringMatching(/1 entry not sealed since/u) },
  ],
  [
    'a clock that is wrong',
    async ({ at }, now) => at(new Date(+now + 4_000_000)),
    {
      name: 'Clock',
      state: 'bad',
      detail: expect.stringMatching(/^(39\d\d|4000)[.]\d\d s from the database$/u),
    },
  ],
  [
    'a database of a newer program',
    ({ db }) => sql`insert into kysely_migration values ('9999_later', '')`.execute(db),
    {
      name: 'Database',
      state: 'bad',
      detail: expect.stringContaining('version 9999, newer than the program'),
    },
  ],
  [
    'a database of an older program',
    ({ db }) => sql`delete from kysely_migration where name = '0047_backups'`.execute(db),
    { name: 'Database', state: 'warning', detail: expect.stringContaining('older than the program') },
  ],
  [
    'a folder that cannot be written',
    async ({ services }) => rmSync(join(services.config.dataDir, 'files'), { recursive: true }),
    { name: 'File store', state: 'bad', detail: expect.stringContaining('ENOENT') },
  ],
  [
    'no mail server',
    async () => {},
    { name: 'Mail server', state: 'bad', detail: 'none: no e-mail can be sent' },
  ],
]

describe('the checks find', () => {
  test.each(TROUBLE)('%s', (_, make, expected) =>
    withParallelServer(async (world) => {
      const now = new Date()
      await make(world, now)
      const { checks, of } = await checked(world)
      expect(of(expected.name!)).toMatchObject(expected)
      expect(of(expected.name!)!.advice).not.toBe('')
      const states = checks.map(({ state }) => state)
      expect(states).toEqual([...states].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b)))
    }),
  )
})
const ORDER = ['bad', 'warning', 'good']

test('without its database a system is still checked, and that is reported once', () =>
  withParallelServer(async ({ services }) => {
    const { db, close } = openDatabase('postgres://ao@127.0.0.1:1/ao')
    const checks = await runChecks({ ...services, db }, { env: ENV })
    await close()
    expect(checks.filter(({ detail }) => detail.includes('ECONNREFUSED')).map(({ name }) => name)).toEqual([
      'Database',
    ])
    expect(checks.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Settings', 'File store', 'Disk', 'Node', 'Mail server']),
    )
    const closed = new Error('There is no database in ./data.')
    const [first] = await runChecks({ ...services, db: closed, files: closed }, { env: ENV })
    expect(first).toMatchObject({ name: 'Database', state: 'bad', detail: closed.message })
    expect(first!.advice).not.toBe('')
  }))

test('what never answers is given up, and stops no other check', () =>
  withParallelServer((world) =>
    listening(
      createServer(() => {}),
      async (port) => {
        const config = { smtpUrl: `smtp://127.0.0.1:${port}`, baseUrl: `https://127.0.0.1:${port}` }
        const { of } = await checked(world, config, { env: ENV, maxMs: 5000 })
        expect(of('Mail server')).toMatchObject({ state: 'bad' })
        expect(of('Certificate of 127.0.0.1')).toMatchObject({ state: 'warning' })
        expect(of('E-mail')).toMatchObject({ state: 'good' })
      },
    ),
  ))

test.each<[CertificateName, string, Check['state'], RegExp, advice: RegExp]>([
  ['expired', '2026-11-22', 'bad', /^ended 2021-01-01$/u, /^Renew it: see "Proxy"/u],
  ['other_name', '2026-11-22', 'bad', /^is for another host name$/u, /BASE_URL/u],
  [
    'self_signed',
    '2026-11-22',
    'warning',
    /^ends 21\d\d-.*; not trusted here \(DEPTH_ZERO_SELF_SIGNED_CERT\)$/u,
    /^Browsers may refuse it/u,
  ],
  ['trusted', '2119-12-20', 'warning', /^ends 2120-01-01, in 12 days/u, /^Renew it: see "Proxy"/u],
])('the certificate %s is judged on %s as %s', (name, now, state, detail, advice) =>
  withParallelServer((world) =>
    listening(createTlsServer(certificate(name)), async (port) => {
      world.at(`${now}T00:00:00Z`)
      const { of } = await checked(world, { baseUrl: `https://127.0.0.1:${port}` })
      expect(of('Certificate of 127.0.0.1')).toMatchObject({
        state,
        detail: expect.stringMatching(detail),
        advice: expect.stringMatching(advice),
      })
    }),
  ),
)

test('a demonstration needs no mail server, no settings and no backup', () =>
  withParallelServer(async (world) => {
    await markDemonstration(world.db, new Date())
    const { checks } = await checked(world, {}, { env: {} })
    expect(checks.filter(({ state, name }) => state !== 'good' && !['Node', 'Disk'].includes(name))).toEqual(
      [],
    )
  }))

test.each([
  ['20.20.0', 'warning', '20.20: starts, but is not recommended'],
  ['22.11.0', 'good', '22.11, recommended'],
  ['23.1.0', 'warning', '23.1: starts, but is not recommended'],
  ['24.1.0', 'good', '24.1, recommended'],
])('Node %s is %s', (version, state, detail) => {
  expect(checkNode(version)).toMatchObject({ state, detail })
})
