import { statSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { queryDatabase, withEmbeddedServers } from '#server/testing/embedded_servers.ts'

// Kills and restarts are tested in trust/engine.test.ts.
const { inFolder, start } = withEmbeddedServers()

test('creates the database once, with UTF-8, UTC, checksums and no TCP, and keeps its data', async () => {
  const first = await start()
  expect(first.created).toBe(true)
  await queryDatabase(first.url, 'create table kept as select 1 as grain')
  const [settings] = await queryDatabase(
    first.url,
    `select current_setting('server_encoding') encoding, current_setting('TimeZone') zone,
      current_setting('data_checksums') checksums, current_setting('fsync') fsync,
      current_setting('listen_addresses') tcp, upper('é') upper`,
  )
  expect(settings).toEqual({
    encoding: 'UTF8',
    zone: 'UTC',
    checksums: 'on',
    fsync: 'on',
    tcp: '',
    upper: 'É',
  })
  expect(statSync(inFolder('postgres/socket')).mode & 0o777).toBe(0o700)
  await first.stop()
  await expect(queryDatabase(first.url, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/)
  const second = await start()
  expect(second.created).toBe(false)
  expect(await queryDatabase(second.url, 'select grain from kept')).toEqual([{ grain: 1 }])
})

test('refuses a second start on the same folder with one line, and leaves the first alone', async () => {
  const { url } = await start()
  await expect(start()).rejects.toThrow(
    `This DATA_DIR is already served by process ${process.pid} (${inFolder('postgres/lock')}): stop that one first.`,
  )
  expect(await queryDatabase(url, 'select 1 as one')).toEqual([{ one: 1 }])
})

test('reports an unusable DATA_DIR in one line that names the alternative', async () => {
  writeFileSync(inFolder('file'), '')
  await expect(start(inFolder('file'))).rejects.toThrow(/^DATA_DIR cannot be used \(.*\): .*DATABASE_URL\.$/)
})
