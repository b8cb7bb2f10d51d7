import { mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Fault } from '#domain/errors.ts'
import { type Files, openFiles } from './files.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const mode = async (path: string) => (await stat(path)).mode & 0o777
/** A temporary file, as a form uploads it. */
async function held(files: Files, bytes: Uint8Array) {
  const path = files.temporary()
  await writeFile(path, bytes)
  return { path, size: bytes.length }
}
const faultOf = (call: Promise<unknown>): Promise<Fault> =>
  call.then(
    () => expect.unreachable(),
    (fault) => fault,
  )

describe('files in a folder', () => {
  test('are read as they were stored, from bytes or moved from the disk', async () => {
    const files = openFiles(dataDir, undefined)
    const bytes = Buffer.from([0, 255, 10, 13])
    const fromBytes = await files.put(bytes)
    const moved = await files.put(await held(files, bytes))
    for (const key of [fromBytes, moved]) {
      expect(await files.read(key)).toEqual(bytes)
      expect(await buffer(await files.stream(key))).toEqual(bytes)
    }
    expect(await files.read(await files.put(new Uint8Array()))).toHaveLength(0)
  })

  test('have unique keys, and modes for this user only', async () => {
    const files = openFiles(dataDir, undefined)
    const keys = await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.from('same'))))
    expect(new Set(keys).size).toBe(20)
    expect(await readdir(join(dataDir, 'files'))).toEqual([...keys].sort())
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(await mode(join(dataDir, 'files'))).toBe(0o700)
    expect(await mode(join(dataDir, 'files', keys[0]!))).toBe(0o600)
  })

  test('that cannot be written are reported, and nothing half-written stays', async () => {
    const files = openFiles(dataDir, undefined)
    const lost = await faultOf(files.put({ path: files.temporary(), size: 1 }))
    expect([lost.status, lost.message]).toEqual([
      503,
      expect.stringMatching(/^The file could not be stored/u),
    ])
    expect(await readdir(join(dataDir, 'files'))).toEqual([])
    const way = await held(files, Buffer.from('x'))
    await rm(join(dataDir, 'files'), { recursive: true })
    await writeFile(join(dataDir, 'files'), 'No folder any more.')
    expect((await faultOf(files.put(way))).status).toBe(503)
    expect((await faultOf(files.put(Buffer.from('x')))).status).toBe(503)
  })

  test('are listed in batches with their age, and abandoned temporary files are removed', async () => {
    const files = openFiles(dataDir, undefined)
    const key = await files.put(Buffer.from('x'))
    const stale = await held(files, Buffer.from('y'))
    const fresh = await held(files, Buffer.from('z'))
    await utimes(stale.path, new Date(0), new Date(0))
    const batches: string[][] = []
    for await (const keys of files.keys()) batches.push(keys)
    expect(batches.flat()).toEqual([key])
    expect(Date.now() - +(await files.changedAt(key))!).toBeLessThan(60_000)
    expect(await files.changedAt('0'.repeat(32))).toBeNull()
    await files.sweepTemporary(new Date(Date.now() - 1000))
    expect((await readdir(join(dataDir, 'files'))).sort()).toEqual([key, basename(fresh.path)].sort())
  })

  test('can be removed, even twice', async () => {
    const files = openFiles(dataDir, undefined)
    const key = await files.put(Buffer.from('x'))
    await files.remove(key)
    await files.remove(key)
    await expect(files.read(key)).rejects.toThrow('missing from the store')
    await expect(files.stream(key)).rejects.toThrow('missing from the store')
  })

  test('are never read outside the folder', async () => {
    const files = openFiles(dataDir, undefined)
    await expect(files.read('../files/../../etc/passwd')).rejects.toThrow()
  })
})
