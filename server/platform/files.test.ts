import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openFiles } from './files.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'files-'))
})
afterEach(() => rm(dataDir, { recursive: true }))

const mode = async (path: string) => (await stat(path)).mode & 0o777
/** Gives some bytes and then breaks, as an upload does. */
async function* broken() {
  yield Buffer.from('half')
  throw new Error('connection lost')
}

describe('files in a folder', () => {
  test('come back as they were put, as bytes and as a stream', async () => {
    const files = openFiles(dataDir, undefined)
    const bytes = Buffer.from([0, 255, 10, 13])
    const fromBytes = await files.put(bytes)
    const fromStream = await files.put(Readable.from([bytes.subarray(0, 2), bytes.subarray(2)]))
    for (const key of [fromBytes, fromStream]) {
      expect(await files.read(key)).toEqual(bytes)
      expect(await buffer(await files.stream(key))).toEqual(bytes)
    }
    expect(await files.read(await files.put(new Uint8Array()))).toHaveLength(0)
  })

  test('have keys of their own, and modes for this user alone', async () => {
    const files = openFiles(dataDir, undefined)
    const keys = await Promise.all(Array.from({ length: 20 }, () => files.put(Buffer.from('same'))))
    expect(new Set(keys).size).toBe(20)
    expect(await readdir(join(dataDir, 'files'))).toEqual([...keys].sort())
    for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/)
    expect(await mode(join(dataDir, 'files'))).toBe(0o700)
    expect(await mode(join(dataDir, 'files', keys[0]!))).toBe(0o600)
  })

  test('leave nothing behind when an upload breaks off', async () => {
    const files = openFiles(dataDir, undefined)
    await expect(files.put(Readable.from(broken()))).rejects.toThrow()
    expect(await readdir(join(dataDir, 'files'))).toEqual([])
  })

  test('can be removed, twice too', async () => {
    const files = openFiles(dataDir, undefined)
    const key = await files.put(Buffer.from('x'))
    await files.remove(key)
    await files.remove(key)
    await expect(files.read(key)).rejects.toThrow(`There is no file ${key}`)
    await expect(files.stream(key)).rejects.toThrow(`There is no file ${key}`)
  })

  test('are never looked for outside the folder', async () => {
    const files = openFiles(dataDir, undefined)
    await expect(files.read('../files/../../etc/passwd')).rejects.toThrow()
  })
})
