import { randomBytes } from 'node:crypto'
import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, inject, test, vi } from 'vitest'
import { anApiToken } from '../../builders/api_tokens.ts'
import { aGroupMail } from '../../builders/group_mail.ts'
import { aTerm, aUser, daysFrom } from '../../builders/people.ts'
import { aPdf, aProposalInput, aSavedProposal, aSentFile } from '../../builders/proposals.ts'
import { aWebHook } from '../../builders/web_hooks.ts'
import { revokeAddress } from '../../calendars/service.ts'
import { scheduleGroupMail } from '../../mail/service.ts'
import { saveProposal } from '../../proposals/service.ts'
import { removeStrayFiles } from '../../proposals/stored_files.ts'
import { readAllTables } from '../../testing/all_tables.ts'
import { aCalendarAddress } from '../../testing/calendar.ts'
import { databaseUrl, queryServer } from '../../testing/database_server.ts'
import {
  createTestServer,
  type TestServer,
  withParallelServer,
  withServer,
} from '../../testing/test_server.ts'
import { tokenClient } from '../../testing/token_client.ts'
import { testHook } from '../../web_hooks/service.ts'
import { StartError } from '../config.ts'
import { openDatabase } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { type Files, openFiles } from '../files.ts'
import { queueMails, type WrittenMail } from '../outbox/queries.ts'
import { VERSION } from '../version.ts'
import { openArchive } from './archive.ts'
import { backUp } from './backup.ts'
import { beginBackup } from './backup_lock.ts'
import { fileEntry, MANIFEST, type Manifest } from './catalogue.ts'
import { restore } from './restore.ts'

vi.setConfig({ testTimeout: 600_000 })
afterAll(() => vi.resetConfig())

const notAborted = new AbortController().signal

async function restoreFile(file: string, url: string, files: Files, sendWaiting = true) {
  const archive = await openArchive(file)
  return restore(archive, { url, files, sendWaiting }).finally(archive.close)
}

/** A term, people, a proposal with a PDF, waiting mails, and texts with characters that COPY must escape. */
async function createData({ ctx }: TestServer) {
  await aTerm(ctx())
  const office = ctx(await aUser(ctx(), ['admin']))
  const abstract = 'tab\t, \\N, quote ", 計画 ≤ 5 µm\nnext line'
  return {
    office,
    ...(await aSavedProposal(office, { input: { file: await aSentFile(office, await aPdf()), abstract } })),
  }
}

/** Provides a folder for archives, and empty databases to restore into. */
async function withDatabases(work: (tools: { folder: string; empty(): Promise<string> }) => Promise<void>) {
  const server = inject('databaseServer')
  const folder = await mkdtemp(join(tmpdir(), 'backup-'))
  const created: string[] = []
  const empty = async () => {
    const name = `${inject('template')}_${randomBytes(6).toString('hex')}`
    created.push(name)
    await queryServer(
      server,
      `create database ${name} template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C'`,
    )
    return databaseUrl(server, name)
  }
  try {
    await work({ folder, empty })
  } finally {
    for (const name of created) await queryServer(server, `drop database ${name} with (force)`)
    await rm(folder, { recursive: true })
  }
}

/** Where the content of the first entry begins whose name begins so: readers of a zip ignore much of what is between contents. */
function contentOf(zip: Buffer, name: string) {
  const header = zip.indexOf(name) - 30
  expect(zip.toString('latin1', header, header + 4)).toBe('PK\x03\x04')
  return header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
}

const urlOf = async ({ db }: TestServer) => {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return databaseUrl(inject('databaseServer'), rows[0]!.name)
}

test('a backup is restored completely into an empty database only, and an altered one never', () =>
  withParallelServer((world) =>
    withDatabases(async ({ folder, empty }) => {
      await createData(world)
      const url = await urlOf(world)
      const file = join(folder, 'ao.zip')
      const from = { url, files: world.services.files, signal: notAborted }
      await sql`insert into backups (made_at, file, bytes) values (now(), '/b/ao.zip', 1)`.execute(world.db)
      const taken = await backUp(file, from)
      expect(taken.files).toHaveLength(1)
      expect(readdirSync(folder)).toEqual(['ao.zip'])
      await expect(backUp(file, from)).rejects.toThrow('is there already')

      const copy = await empty()
      const files = openFiles(folder, undefined)
      const whole = readFileSync(file)
      const changed = (at: number) =>
        Buffer.concat([whole.subarray(0, at), Buffer.of(whole[at]! ^ 1), whole.subarray(at + 1)])
      // The file is stored as it is: only its sum tells that it was changed.
      const spoilt = ['tables/', fileEntry(''), MANIFEST].flatMap((name) => {
        const at = contentOf(whole, name)
        return [whole.subarray(0, at), changed(at)]
      })
      for (const bytes of [...spoilt, whole.subarray(0, -1), Buffer.from('no zip')]) {
        writeFileSync(join(folder, 'spoilt.zip'), bytes)
        await expect(restoreFile(join(folder, 'spoilt.zip'), copy, files)).rejects.toThrow('backup')
      }
      expect(await readAllTables(copy)).toEqual({})
      expect(readdirSync(join(folder, 'files'))).toEqual([])

      // A server that was started once has written of itself, and backups of elsewhere are none of this place.
      const fresh = openDatabase(copy)
      await migrate(fresh.pool)
      await sql`insert into served_versions (version, since) values ('0.1.0', now())`.execute(fresh.db)
      await restoreFile(file, copy, files)
      expect(await fresh.db.selectFrom('backups').selectAll().execute()).toEqual([])
      await fresh.close()
      expect(await readAllTables(copy)).toEqual(await readAllTables(url))
      for (const { key } of taken.files)
        expect(await files.read(key)).toEqual(await world.services.files.read(key))
      await expect(restoreFile(file, copy, files)).rejects.toThrow('not empty')
    }),
  ))

test('a backup of a newer program is refused, and so is a backup of a newer database', () =>
  withParallelServer((world) =>
    withDatabases(async ({ folder, empty }) => {
      const { files } = world.services
      const from = { url: await urlOf(world), files, signal: notAborted }
      const { program, migrations } = await backUp(join(folder, 'ao.zip'), from)
      expect(program).toBe(VERSION)
      const archive = await openArchive(join(folder, 'ao.zip'))
      const last = migrations.at(-1)!
      const restoreAs = (manifest: Partial<Manifest>) =>
        empty().then((url) =>
          restore({ ...archive, manifest: { ...archive.manifest, ...manifest } }, { url, files }),
        )
      await expect(
        restoreAs({ program: '9.8.7', migrations: [...migrations, '9999_later'] }),
      ).rejects.toThrow(
        `This program is older than the backup: version 9.8.7 made it, with 9999_later, and this is version ${VERSION}. Restore it with version 9.8.7.`,
      )
      await expect(restoreAs({ migrations: [...migrations.slice(0, -1), `${last}_x`] })).rejects.toThrow(
        'Restore it with',
      )
      await expect(
        restoreAs({
          migrations: migrations.map((name) => name.replace('0029_listed', '0029_listed_people')),
        }),
      ).rejects.toThrow('This backup has the migration 0029_listed_people, which no release has')
      await expect(restoreAs({ migrations: migrations.filter((name) => name !== last) })).rejects.toThrow(
        `restore it with the program that made it (version ${VERSION})`,
      )
      archive.close()

      await sql`insert into kysely_migration (name, timestamp, program) values ('9999_later', '', '9.8.7')`.execute(
        world.db,
      )
      await expect(backUp(join(folder, 'later.zip'), from)).rejects.toThrow(
        `This program is older than the database: version 9.8.7 migrated it to 9999_later, and this is version ${VERSION}.`,
      )
      expect(readdirSync(folder)).toEqual(['ao.zip'])
    }),
  ))

test('a database that had a migration with another text is served again after a backup and a restore', () =>
  withParallelServer((world) =>
    withDatabases(async ({ folder, empty }) => {
      await createData(world)
      const url = await urlOf(world)
      await sql`update kysely_migration set sha256 = 'other' where name = '0044_account_changes'`.execute(
        world.db,
      )
      await expect(migrateAt(url)).rejects.toThrow('restore it into a new database')
      const { files } = world.services
      await backUp(join(folder, 'ao.zip'), { url, files, signal: notAborted })
      const copy = await empty()
      await restoreFile(join(folder, 'ao.zip'), copy, files)
      await migrateAt(copy)
      expect((await readAllTables(copy)).users).toEqual((await readAllTables(url)).users)
    }),
  ))

async function migrateAt(url: string) {
  const { pool, close } = openDatabase(url)
  await migrate(pool).finally(close)
}

/** The state of each mail, with how often it was tried. */
async function mailStates(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('select subject, state, tries from mails order by id')
    return rows.map(({ subject, state, tries }) => `${subject}: ${state}, ${tries} tries`)
  } finally {
    await client.end()
  }
}

/** A group mail that is set for a time. */
async function aWaitingAct({ ctx }: TestServer) {
  const office = await aUser(ctx(), ['admin'])
  const id = await aGroupMail(ctx(office), { destinations: [office] })
  await scheduleGroupMail(ctx(office), id, { send_at: new Date(Date.now() + 3_600_000).toISOString() })
}

/** The state of each act, and whether anything still waits for it. */
async function actStates(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query(
      'select k.state, o.waiting from kept_acts k join kept_act_objects o on o.act_id = k.id order by k.id',
    )
    return rows.map(({ state, waiting }) => `${state}, ${waiting}`)
  } finally {
    await client.end()
  }
}

test.each([
  [false, ['Untried: failed, 0 tries', 'Tried: failed, 3 tries', 'Sent: sent, 1 tries'], 2],
  [true, ['Untried: waiting, 0 tries', 'Tried: waiting, 3 tries', 'Sent: sent, 1 tries'], 0],
])('a restore sends waiting mails only if it is told to (%s)', (sendWaiting, states, held) =>
  withParallelServer((server) =>
    withDatabases(async ({ folder, empty }) => {
      const mail: Omit<WrittenMail, 'subject'> = {
        kind: 'account',
        recipients: ['bo@example.org'],
        body: 'Text',
      }
      const now = new Date()
      await queueMails(
        server.db,
        ['Untried', 'Tried', 'Sent'].map((subject) => ({ ...mail, subject })),
        now,
      )
      await server.db.updateTable('mails').set({ tries: 3 }).where('subject', '=', 'Tried').execute()
      await server.db
        .updateTable('mails')
        .set({ state: 'sent', tries: 1 })
        .where('subject', '=', 'Sent')
        .execute()
      await aWaitingAct(server)
      const office = server.ctx(await aUser(server.ctx(), ['admin']))
      await testHook(office, (await aWebHook(office)).id)
      const file = join(folder, 'ao.zip')
      const { files } = server.services
      await backUp(file, { url: await urlOf(server), files, signal: notAborted })
      const copy = await empty()
      const count = sendWaiting ? 0 : 1
      expect(await restoreFile(file, copy, files, sendWaiting)).toMatchObject({
        heldMails: held,
        heldDeliveries: count,
        webHooksOff: count,
      })
      expect(await mailStates(copy)).toEqual(states)
      expect(await actStates(copy)).toEqual([sendWaiting ? 'waiting, true' : 'held, false'])
    }),
  ),
)

test.each([
  [false, 401, 1],
  [true, 200, 0],
])(
  'a restored copy takes the API tokens of the original only where the system moves (%s)',
  (sendWaiting, status, revoked) =>
    withParallelServer((server) =>
      withDatabases(async ({ folder, empty }) => {
        await aTerm(server.ctx())
        const maker = await aUser(server.ctx(), ['admin'])
        const { token } = await anApiToken(server.ctx(), maker)
        const file = join(folder, 'ao.zip')
        const { files } = server.services
        await backUp(file, { url: await urlOf(server), files, signal: notAborted })
        const copy = await empty()
        expect((await restoreFile(file, copy, files, sendWaiting)).revokedTokens).toBe(revoked)
        const database = openDatabase(copy, { max: 2 })
        try {
          const { server: restored, close } = await createTestServer(database.db)
          const answer = async (world: TestServer) =>
            (await tokenClient(world, token)('GET', '/api/users')).statusCode
          expect([await answer(restored), await answer(server)]).toEqual([status, 200])
          await close()
        } finally {
          await database.close()
        }
      }),
    ),
)

test.each([false, true])(
  'a restored copy answers at the calendar addresses that the backup holds, one revoked since included (%s)',
  (sendWaiting) =>
    withParallelServer((server) =>
      withDatabases(async ({ folder, empty }) => {
        const now = '2031-01-10T08:00:00.000Z'
        server.at(now)
        await aTerm(server.ctx())
        const reader = await aUser(server.ctx(), ['admin'])
        const url = await aCalendarAddress(server, reader)
        const read = async (world: TestServer) => {
          const { statusCode, headers, body } = await world.app.inject({ method: 'GET', url })
          return { statusCode, etag: headers.etag, body }
        }
        const before = await read(server)
        expect(before).toMatchObject({ statusCode: 200, body: expect.stringContaining('BEGIN:VEVENT') })
        const file = join(folder, 'ao.zip')
        const { files } = server.services
        await backUp(file, { url: await urlOf(server), files, signal: notAborted })
        await revokeAddress(server.ctx(reader))
        const copy = await empty()
        await restoreFile(file, copy, files, sendWaiting)
        const database = openDatabase(copy, { max: 2 })
        try {
          const { server: restored, close } = await createTestServer(database.db)
          restored.at(now)
          // Programs see no change: what the address showed is in the backup.
          expect(await read(restored)).toEqual(before)
          expect((await read(server)).statusCode).toBe(404)
          await close()
        } finally {
          await database.close()
        }
      }),
    ),
)

test('a backup that cannot be written says so in a sentence, and leaves nothing', () =>
  withServer(async (world) => {
    const from = { url: await urlOf(world), files: world.services.files, signal: notAborted }
    await withDatabases(async ({ folder }) => {
      const full = join(folder, 'full.zip')
      symlinkSync('/dev/full', `${full}.part`)
      await expect(backUp(full, from)).rejects.toThrow(
        new StartError(`${full} cannot be written (ENOSPC: no space left on device, write).`),
      )
      const missing = join(folder, 'missing', 'ao.zip')
      await expect(backUp(missing, from)).rejects.toThrow(`${missing} cannot be written (ENOENT: `)
      expect(readdirSync(folder)).toEqual([])
    })
  }))

test('a running backup keeps the files it refers to, and an aborted one leaves no archive', () =>
  withServer(async (world) => {
    const { office, actor, proposal_id } = await createData(world)
    const url = await urlOf(world)
    const elsewhere = { url, files: world.services.files, signal: notAborted }
    await withDatabases(async ({ folder }) => {
      const early = { ...elsewhere, signal: AbortSignal.abort() }
      await expect(backUp(join(folder, 'ao.zip'), early)).rejects.toThrow('ended early')
      expect(readdirSync(folder)).toEqual([])
    })
    const save = async () => {
      const { file_key, version } = await world.db
        .selectFrom('proposals')
        .select(['file_key', 'version'])
        .executeTakeFirstOrThrow()
      const file = await aSentFile(office, await aPdf())
      await saveProposal(office.as(actor), proposal_id, aProposalInput({ version, file }))
      world.at(daysFrom(new Date(), 2))
      await removeStrayFiles(world.services)
      return world.services.files.exists(file_key!)
    }
    const client = new pg.Client(url)
    await client.connect()
    // PostgreSQL gives the lock of the aborted one back when it has noticed that its connection ended.
    await vi.waitFor(() => beginBackup(client), { timeout: 60_000 })
    expect(await save()).toBe(true)
    await expect(backUp('never.zip', elsewhere)).rejects.toThrow('Another backup')
    await client.end()
    expect(await save()).toBe(false)
  }))
