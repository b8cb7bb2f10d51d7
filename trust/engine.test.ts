import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { queryDatabase, withEmbeddedServers } from '#server/testing/embedded_servers.ts'

const { inFolder, postmaster, postmasterFile, start } = withEmbeddedServers()

/** A process that starts the engine, commits one row and is killed without a chance to stop anything. */
async function killAfterWriting() {
  const script = `
    import pg from 'pg'
    import { startEmbedded } from '#server/platform/database/embedded/embedded.ts'
    const { url } = await startEmbedded(${JSON.stringify(inFolder())}, () => {})
    const client = new pg.Client(url)
    await client.connect()
    await client.query('create table kept as select 7 as grain')
    console.log('written')`
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  await Promise.race([new Promise((resolve) => child.stdout.once('data', resolve)), ended])
  child.kill('SIGKILL')
  await ended
}

test('takes over the server that a killed process left running', async () => {
  await killAfterWriting()
  const left = postmaster()
  const lines: string[] = []
  const engine = await start(undefined, (line) => lines.push(line))
  expect(lines).toEqual(['Took over the PostgreSQL server that an ended process left running.'])
  expect(postmaster()).toBe(left)
  expect(await queryDatabase(engine.url, 'select grain from kept')).toEqual([{ grain: 7 }])
})

test('recovers when the server was killed too', async () => {
  await killAfterWriting()
  process.kill(postmaster(), 'SIGKILL')
  const engine = await start()
  expect(engine.created).toBe(false)
  expect(await queryDatabase(engine.url, 'select grain from kept')).toEqual([{ grain: 7 }])
})

test('starts though the number of the server of yesterday is another living process today', async () => {
  const { stop } = await start()
  const file = readFileSync(postmasterFile(), 'utf8')
  await stop()
  writeFileSync(postmasterFile(), file.replace(/^\d+/, String(process.ppid)), { mode: 0o600 })
  const engine = await start()
  expect(await queryDatabase(engine.url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('an interrupted creation and a stale lock do not stand in the way', async () => {
  mkdirSync(inFolder('postgres/unfinished'), { recursive: true, mode: 0o700 })
  writeFileSync(inFolder('postgres/unfinished/PG_VERSION'), '18\n')
  writeFileSync(inFolder('postgres/lock'), `${process.ppid} long ago`)
  expect((await start()).created).toBe(true)
})

test.each([
  ['too long for a socket', 'x'.repeat(120)],
  ['with a space in it', 'call of 2026'],
])('a DATA_DIR %s is served through a short folder', async (_, name) => {
  const { url, stop } = await start(inFolder(name))
  expect(await queryDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }])
  const socket = new URL(url).searchParams.get('host')!
  expect(socket.startsWith(tmpdir())).toBe(true)
  expect(statSync(socket).mode & 0o777).toBe(0o700)
  await stop()
  expect(existsSync(socket)).toBe(false)
})

test('a cluster of another major version is refused with the way out', async () => {
  const { stop } = await start()
  await stop()
  writeFileSync(inFolder('postgres/cluster/PG_VERSION'), '17\n')
  await expect(start()).rejects.toThrow(
    /was made by PostgreSQL 17, this is 18: restore a backup into a new DATA_DIR, or set DATABASE_URL\.$/,
  )
})

test('brings a server up again that dies under it, and one whose process is only asked to end', async () => {
  const { url } = await start()
  await queryDatabase(url, 'create table kept as select 1 as grain')
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const before = postmaster()
    process.kill(before, signal)
    await expect
      .poll(() => queryDatabase(url, 'select grain from kept').catch(() => null), { timeout: 30_000 })
      .toEqual([{ grain: 1 }])
    await expect
      .poll(() => existsSync(postmasterFile()) && postmaster(), { timeout: 30_000 })
      .not.toBe(before)
  }
})

test('lets people in again when someone has deleted its socket, or the folder of it', async () => {
  const { url } = await start()
  await queryDatabase(url, 'create table kept as select 1 as grain')
  const folder = new URL(url).searchParams.get('host')!
  for (const gone of [join(folder, '.s.PGSQL.5432'), folder]) {
    rmSync(gone, { recursive: true })
    await expect
      .poll(() => queryDatabase(url, 'select grain from kept').catch(() => null), { timeout: 30_000 })
      .toEqual([{ grain: 1 }])
  }
})

test('a connection of its own that is ended is not the server that died', async () => {
  const said: string[] = []
  const { url } = await start(undefined, (line) => said.push(line))
  const before = postmaster()
  await queryDatabase(
    url,
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'guard'",
  )
  const guards = "select count(*)::int as guards from pg_stat_activity where application_name = 'guard'"
  await expect.poll(() => queryDatabase(url, guards)).toEqual([{ guards: 1 }])
  expect([postmaster(), said.filter((line) => line.includes('again'))]).toEqual([before, []])
})
