import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Fault, notFound } from '#domain/errors.ts'

/** Uploaded files, each under a generated key that carries nothing of what a user typed. */
export interface Files {
  /** A path of its own for a file that is on its way, on this machine's disk. */
  temporary(): string
  /** Stores a file whole or not at all, and moves one that lies on the disk; answers its key. Throws 'unavailable'. */
  put(content: Uint8Array | TemporaryFile): Promise<string>
  /** Brings a file back under the key that it had. */
  restore(key: string, bytes: Uint8Array): Promise<void>
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
export function throwNotStored(cause: unknown): never {
  throw new Fault('unavailable', NOT_STORED, { cause })
}
function throwNotRead(cause: unknown): never {
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
function filesOn(openStore: () => Promise<Store>, prefix: string, temporaryFolder: string): Files {
  mkdirSync(temporaryFolder, { recursive: true, mode: 0o700 })
  const newKey = () => randomBytes(16).toString('hex')
  const pathOf = (key: string) => `${prefix}/${key}`
  const stream = async (key: string) => {
    const { disk } = await openStore()
    if (!(await disk.exists(pathOf(key)).catch(throwNotRead))) throw notFound(GONE)
    return disk.getStream(pathOf(key)).catch(throwNotRead)
  }
  return {
    temporary: () => join(temporaryFolder, newKey() + PART),
    async put(content) {
      const store = await openStore()
      const key = newKey()
      const stored =
        content instanceof Uint8Array
          ? store.disk.put(pathOf(key), content)
          : store.move(content, pathOf(key))
      await stored.catch(throwNotStored)
      return key
    },
    restore: async (key, bytes) => (await openStore()).disk.put(pathOf(key), bytes),
    exists: async (key) => (await openStore()).disk.exists(pathOf(key)),
    stream,
    read: async (key) => buffer(await stream(key)).catch(throwNotRead),
    remove: async (key) => (await openStore()).disk.delete(pathOf(key)),
    async *keys() {
      const { disk } = await openStore()
      let paginationToken: string | undefined
      do {
        const page = await disk.listAll(prefix, { ...(paginationToken && { paginationToken }) })
        const keys = [...page.objects].flatMap(({ isFile, name }) => (isFile && KEY.test(name) ? name : []))
        for (let from = 0; from < keys.length; from += BATCH) yield keys.slice(from, from + BATCH)
        paginationToken = page.paginationToken
      } while (paginationToken)
    },
    async changedAt(key) {
      const { disk } = await openStore()
      return (await disk.exists(pathOf(key))) ? (await disk.getMetaData(pathOf(key))).lastModified : null
    },
    async sweepTemporary(before) {
      for (const name of await readdir(temporaryFolder)) {
        const path = join(temporaryFolder, name)
        // Another process may end its own meanwhile.
        const age = name.endsWith(PART) && (await stat(path).catch(() => null))
        if (age && age.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** A file on this machine's disk, and its size in bytes. */
interface TemporaryFile {
  path: string
  size: number
}

/** A place for files: a folder or a bucket. `move` brings a file that lies on the disk. */
interface Store {
  disk: Disk
  move(file: TemporaryFile, key: string): Promise<void>
}

/** Files in a folder that only this user can read. */
function openFolder(location: string): Store {
  mkdirSync(location, { recursive: true, mode: 0o700 })
  return {
    disk: new Disk(new PrivateFolder({ location, visibility: 'private' })),
    move: (file, key) => moveIntoPlace(location, file.path, key),
  }
}

/** A file is in place only when it is whole and on the disk; until then it is called `<key>.part`. */
class PrivateFolder extends FSDriver {
  override async put(key: string, contents: string | Uint8Array): Promise<void> {
    const location = String(this.options.location)
    const part = `${join(location, key)}.part`
    try {
      await writeFile(part, contents, { flag: 'wx', mode: 0o600 })
      await moveIntoPlace(location, part, key)
    } catch (error) {
      await rm(part, { force: true })
      throw error
    }
  }
}

/** Puts a whole file of the folder in its place, so that it outlives a power cut under its name too: rows will refer to it. */
async function moveIntoPlace(location: string, part: string, key: string) {
  await syncToDisk(part)
  await rename(part, join(location, key))
  await syncToDisk(location)
}

async function syncToDisk(path: string) {
  const handle = await open(path)
  await handle.sync().finally(() => handle.close())
}

/**
 * A bucket of S3 or its like; the credentials are where the client looks for them (AWS_ACCESS_KEY_ID and so on). The
 * client is large: a server that keeps its files in a folder never loads it.
 */
function openBucket(url: URL): () => Promise<Store> {
  let store: Promise<Store> | undefined
  return () => {
    store ??= connect(url)
    return store
  }
}

async function connect({ host: bucket, searchParams }: URL): Promise<Store> {
  const { S3Driver } = await import('flydrive/drivers/s3')
  const endpoint = searchParams.get('endpoint') ?? undefined
  const disk = new Disk(
    new S3Driver({
      bucket,
      visibility: 'private',
      // Access is the bucket's policy; many buckets refuse lists for single files.
      supportsACL: false,
      region: searchParams.get('region') ?? undefined,
      endpoint,
      // Servers that are not Amazon's seldom have a host name for each bucket, or its newer checksums.
      forcePathStyle: endpoint !== undefined,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
  return {
    disk,
    // S3 wants to know the length before the first byte.
    move: ({ path, size }, key) => disk.putStream(key, createReadStream(path), { contentLength: size }),
  }
}
