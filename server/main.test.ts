import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { aUser } from './builders/people.ts'
import { requireDemonstration } from './demonstration/fill.ts'
import { StartError } from './platform/config.ts'
import { context, type Db, type Services } from './platform/context.ts'
import { openDatabase } from './platform/database/database.ts'
import {
  contentOf,
  markDemonstration,
  refuseServedDemonstration,
} from './platform/database/demonstration_mark.ts'
import { VERSION } from './platform/version.ts'
import { databaseUrl, queryServer } from './testing/database_server.ts'
import { copyDatabase } from './testing/test_server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'ao-main-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** A database without any table. */
async function emptyDatabase() {
  const server = inject('databaseServer')
  const name = `${inject('template')}_empty_${Math.random().toString(36).slice(2)}`
  await queryServer(server, `create database ${name} template template0`)
  const url = databaseUrl(server, name)
  const database = openDatabase(url, { max: 1 })
  const close = async () => {
    await database.close()
    await queryServer(server, `drop database ${name} with (force)`)
  }
  return { ...database, url, close }
}
const tablesOf = (url: string) =>
  queryServer(url, `select tablename from pg_tables where schemaname = 'public'`)

const inDataDir = { databaseUrl: undefined, dataDir } as Parameters<typeof requireDemonstration>[1]
const atUrl = { ...inDataDir, databaseUrl: 'postgres://…' }
/** Whether npm start admits a database in DATA_DIR and at DATABASE_URL, and npm run serve admits it. */
async function admitted(db: Db) {
  const isAdmitted = (work: Promise<void>) =>
    work.then(
      () => true,
      (error) => {
        expect(error).toBeInstanceOf(StartError)
        return false
      },
    )
  return {
    start: await isAdmitted(requireDemonstration(db, inDataDir)),
    startAtUrl: await isAdmitted(requireDemonstration(db, atUrl)),
    serve: await isAdmitted(refuseServedDemonstration(db)),
  }
}

describe('a database', () => {
  test('without tables, or in which nobody wrote, becomes a demonstration only in DATA_DIR', async () => {
    for (const open of [emptyDatabase, () => copyDatabase(2)]) {
      const { db, close } = await open()
      expect(await contentOf(db)).toBe('nothing')
      expect(await admitted(db)).toEqual({ start: true, startAtUrl: false, serve: true })
      await close()
    }
  })

  test('that someone wrote into is real wherever it is, even without users', async () => {
    const { db, close } = await copyDatabase(2)
    const ctx = context({ db, clock: () => new Date() } as Services, null)
    await ctx.write((tx) => tx.audit('user.fail_login', { id: null }, { address: '' }))
    expect(await contentOf(db)).toBe('a real system')
    expect(await admitted(db)).toEqual({ start: false, startAtUrl: false, serve: true })
    await aUser(ctx, ['admin'])
    expect(await admitted(db)).toEqual({ start: false, startAtUrl: false, serve: true })
    await close()
  })

  test('of another program is not taken', async () => {
    const { db, close } = await emptyDatabase()
    await db.schema.createTable('accounts').addColumn('id', 'integer').execute()
    expect(await admitted(db)).toEqual({ start: false, startAtUrl: false, serve: true })
    await close()
  })

  test('that is a demonstration is admitted by npm start wherever it is, and never by npm run serve', async () => {
    const { db, close } = await copyDatabase(2)
    await markDemonstration(db, new Date())
    expect(await admitted(db)).toEqual({ start: true, startAtUrl: true, serve: false })
    await close()
  })
})

const PRODUCTION = {
  BASE_URL: 'https://ao.example.org',
  MAIL_FROM: 'AO Office <ao@example.org>',
  SMTP_URL: 'smtp://127.0.0.1:9',
}

interface Line {
  level: number
  msg: string
  err?: object
}
const linesOf = (text: string) =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line)

/** Starts the program; standard output and error are no terminals. */
function startProgram(settings: Record<string, string>, ...args: string[]) {
  const { PATH } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts', ...args], {
    env: { PATH, DATA_DIR: dataDir, ...settings } as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', err: '' }
  child.stdout.setEncoding('utf8').on('data', (text) => (said.out += text))
  child.stderr.setEncoding('utf8').on('data', (text) => (said.err += text))
  const ended = once(child, 'close').then(([status]) => ({
    status: status as number | null,
    lines: linesOf(said.out),
    errors: linesOf(said.err),
  }))
  return { child, said, ended }
}
const runProgram = (settings: Record<string, string>, ...args: string[]) =>
  startProgram(settings, ...args).ended

const LONG = 300_000
const sentence = (msg: unknown) => [expect.objectContaining({ level: 60, msg })]

describe('the program', () => {
  test(
    'npm start refuses an empty DATABASE_URL, tells no accounts and writes nothing',
    async () => {
      const { url, close } = await emptyDatabase()
      const { status, lines, errors } = await runProgram({ DATABASE_URL: url }, '--demonstration')
      expect([status, errors]).toEqual([
        1,
        sentence(
          'npm start serves a demonstration only, and the database of DATABASE_URL holds nothing: serve it with npm run serve, or unset DATABASE_URL.',
        ),
      ])
      expect(JSON.stringify(lines)).not.toContain('example.org')
      expect(await tablesOf(url)).toEqual([])
      expect(existsSync(join(dataDir, 'mail'))).toBe(false)
      await close()
    },
    LONG,
  )

  test(
    'npm run serve names all that is missing in one line, and a wrong setting without a stack',
    async () => {
      const missing = await runProgram({})
      expect([missing.status, missing.lines, missing.errors]).toEqual([
        1,
        [],
        sentence(expect.stringMatching(/^Not set: BASE_URL .*, MAIL_FROM .*, SMTP_URL .*\.$/u)),
      ])
      const away = await runProgram({ ...PRODUCTION, DATABASE_URL: 'postgres://ao@127.0.0.1:1/ao' })
      expect([away.status, away.errors]).toEqual([
        1,
        sentence('The database cannot be opened: connect ECONNREFUSED 127.0.0.1:1'),
      ])
      expect(JSON.stringify(away.errors)).not.toContain('at ')
    },
    LONG,
  )

  test(
    'says its version, where it is and that it stops; a second one on its port ends with one line',
    async () => {
      const { url, close } = await copyDatabase(2)
      const port = await freePort()
      const settings = { ...PRODUCTION, DATABASE_URL: url, PORT: String(port), SMPT_URL: 'smtp://mail' }
      const first = startProgram(settings)
      await expect.poll(() => first.said.out, { timeout: LONG }).toContain(' is at ')
      const second = await runProgram(settings)
      expect([second.status, second.errors]).toEqual([
        1,
        sentence(`The server cannot listen on HOST 127.0.0.1, PORT ${port}: another program listens there.`),
      ])
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`)
      expect([answer.status, await answer.json()]).toEqual([200, { status: 'ok' }])
      first.child.kill('SIGTERM')
      const { status, lines, errors } = await first.ended
      expect([status, errors]).toEqual([0, []])
      expect(lines.map(({ msg }) => msg)).toEqual(
        expect.arrayContaining([
          `Astromaterials Sample AO System ${VERSION} on Node ${process.versions.node}`,
          'SMPT_URL is not a setting of this program. Is SMTP_URL meant?',
          'The Astromaterials Sample AO System is at https://ao.example.org',
          'Stopping after SIGTERM',
        ]),
      )
      expect(lines.at(-1)).toMatchObject({ level: 30, msg: 'Stopped', time: expect.any(Number) })
      await close()
    },
    2 * LONG,
  )
})

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}
