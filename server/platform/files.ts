import { randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Fault, notFound } from '#domain/errors.ts'
import { openBucket } from './files_bucket.ts'
import { openFolder } from './files_folder.ts'
import type { HeldFile, Store } from './files_store.ts'

/** Uploaded files, each under a generated key that carries nothing of what a user typed. */
export interface Files {
  /** A path of its own for a file that is on its way, on this machine's disk. */
  temporary(): string
  /** Stores a file whole or not at all, and moves one that lies on the disk; answers its key. Throws 'unavailable'. */
  put(content: Uint8Array | HeldFile): Promise<string>
  /** Brings a file back under the key that it had. */
  putBack(key: string, bytes: Uint8Array): Promise<void>
  exists(key: string): Promise<boolean>
  /** Throws 'missing' when there is no file of that key, 'unavailable' when it can't be read; so does `stream`. */
  read(key: string): Promise<Buffer>
  stream(key: string): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** Every key, in batches of at most a thousand. */
  keys(): AsyncIterable<string[]>
  /** When a file was put; null when it is there no more. */
  changedAt(key: string): Promise<Date | null>
  /** Removes what was on its way and has not been written to since `before`: its process was killed. */
  sweepTemporary(before: Date): Promise<void>
}

const NOT_STORED =
  'The file could not be stored just now, and nothing was changed. Please try again in a while, or tell the office.'
const NOT_READ = 'The file can not be read just now. Please try again in a while, or tell the office.'
const GONE = 'The file is missing from the store. Please tell the office.'
const PART = '.part'
const BATCH = 1000
const KEY = /^[0-9a-f]{32}$/u

/** Throws 'unavailable' in the place of what keeps a file from being written: a full or read-only disk, a bucket that is away. */
export function notStored(cause: unknown): never {
  throw new Fault('unavailable', NOT_STORED, { cause })
}
function notRead(cause: unknown): never {
  throw new Fault('unavailable', NOT_READ, { cause })
}

/** The folder `files` of `dataDir`, or the bucket of FILES_URL: `s3://bucket/prefix?endpoint=https://…&region=…`. */
export function openFiles(dataDir: string, filesUrl: string | undefined): Files {
  if (filesUrl) {
    const url = new URL(filesUrl)
    return filesOn(openBucket(url), url.pathname, join(dataDir, 'tmp'))
  }
  const location = join(dataDir, 'files')
  const folder = openFolder(location)
  return filesOn(() => Promise.resolve(folder), '', location)
}

/** Files under `prefix` of a store, which is opened when it is first asked for; those on their way lie in `held`. */
function filesOn(opened: () => Promise<Store>, prefix: string, held: string): Files {
  mkdirSync(held, { recursive: true, mode: 0o700 })
  const newKey = () => randomBytes(16).toString('hex')
  const at = (key: string) => `${prefix}/${key}`
  const stream = async (key: string) => {
    const { disk } = await opened()
    if (!(await disk.exists(at(key)).catch(notRead))) throw notFound(GONE)
    return disk.getStream(at(key)).catch(notRead)
  }
  return {
    temporary: () => join(held, newKey() + PART),
    async put(content) {
      const store = await opened()
      const key = newKey()
      const stored =
        content instanceof Uint8Array ? store.disk.put(at(key), content) : store.move(content, at(key))
      await stored.catch(notStored)
      return key
    },
    putBack: async (key, bytes) => (await opened()).disk.put(at(key), bytes),
    exists: async (key) => (await opened()).disk.exists(at(key)),
    stream,
    read: async (key) => buffer(await stream(key)).catch(notRead),
    remove: async (key) => (await opened()).disk.delete(at(key)),
    async *keys() {
      const { disk } = await opened()
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(prefix, { ...(paginationToken && { paginationToken }) })
        const keys = [...page.objects].flatMap(({ isFile, name }) => (isFile && KEY.test(name) ? name : []))
        for (let from = 0; from < keys.length; from += BATCH) yield keys.slice(from, from + BATCH)
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    async changedAt(key) {
      const { disk } = await opened()
      return (await disk.exists(at(key))) ? (await disk.getMetaData(at(key))).lastModified : null
    },
    async sweepTemporary(before) {
      for (const name of await readdir(held)) {
        const path = join(held, name)
        // Another process may end its own meanwhile.
        const age = name.endsWith(PART) && (await stat(path).catch(() => null))
        if (age && age.mtime < before) await rm(path, { force: true })
      }
    },
  }
}
