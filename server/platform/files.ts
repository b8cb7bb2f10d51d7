import { randomBytes } from 'node:crypto'
import { createReadStream, mkdirSync } from 'node:fs'
import { open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Disk } from 'flydrive'
import { FSDriver } from 'flydrive/drivers/fs'
import { Fault, notFound } from '#domain/errors.ts'

/** Uploaded files, each under a random key that contains no user input. */
export interface Files {
  /** A new local path for a file that is being uploaded. */
  temporary(): string
  /** Stores a file atomically and returns its key; a temporary file is moved. Throws 'unavailable'. */
  put(content: Uint8Array | TemporaryFile): Promise<string>
  /** Stores a file of a backup under its former key. */
  restore(key: string, bytes: Uint8Array): Promise<void>
  exists(key: string): Promise<boolean>
  /** Throws 'missing' when there is no such file, 'unavailable' when it cannot be read; so does `stream`. */
  read(key: string): Promise<Buffer>
  stream(key: string): Promise<Readable>
  /** Succeeds when there is no such file. */
  remove(key: string): Promise<void>
  /** All keys, in batches of at most 1000. */
  keys(): AsyncIterable<string[]>
  /** When the file was stored; null when there is no such file. */
  changedAt(key: string): Promise<Date | null>
  /** Writes a small file, reads it back and removes it. Throws 'unavailable' when the store does not do that. */
  probe(): Promise<void>
  /** Removes temporary files not written to since `before`: the process that wrote them was killed. */
  sweepTemporary(before: Date): Promise<void>
}

const NOT_STORED =
  'The file could not be stored just now, and nothing was changed. Please try again in a while, or tell the office.'
const NOT_READ = 'The file cannot be read just now. Please try again in a while, or tell the office.'
const GONE = 'The file is missing from the store. Please tell the office.'
const PART = '.part'
const BATCH = 1000
const KEY = /^[0-9a-f]{32}$/u

/** Reports a failed write (disk full or read-only, bucket unreachable) as 'unavailable'. */
export function throwNotStored(cause: unknown): never {
  throw new Fault('unavailable', NOT_STORED, { cause })
}
function throwNotRead(cause: unknown): never {
  throw new Fault('unavailable', NOT_READ, { cause })
}

/**
 * Opens the folder `files` in `dataDir`, or the bucket of FILES_URL: `s3://bucket/prefix?endpoint=https://…&region=…`.
 */
export function openFiles(dataDir: string, filesUrl: string | undefined): Files {
  if (filesUrl) {
    const url = new URL(filesUrl)
    return filesOn(openBucket(url), url.pathname, join(dataDir, 'tmp'))
  }
  const location = join(dataDir, 'files')
  const folder = openFolder(location)
  return filesOn(() => Promise.resolve(folder), '', location)
}

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
    async probe() {
      const written = newKey()
      const path = pathOf(written + PART)
      const { disk } = await openStore()
      await disk.put(path, written).catch(throwNotStored)
      const read = await disk.get(path).catch(throwNotRead)
      await disk.delete(path).catch(throwNotStored)
      if (read !== written) throwNotRead(new Error('What was written was not read back.'))
    },
    async sweepTemporary(before) {
      for (const name of await readdir(temporaryFolder)) {
        const path = join(temporaryFolder, name)
        // Another process may remove its own meanwhile.
        const age = name.endsWith(PART) && (await stat(path).catch(() => null))
        if (age && age.mtime < before) await rm(path, { force: true })
      }
    },
  }
}

/** `size` is in bytes. */
interface TemporaryFile {
  path: string
  size: number
}

/** A folder or a bucket; `move` stores a local file in it. */
interface Store {
  disk: Disk
  move(file: TemporaryFile, key: string): Promise<void>
}

function openFolder(location: string): Store {
  mkdirSync(location, { recursive: true, mode: 0o700 })
  return {
    disk: new Disk(new PrivateFolder({ location, visibility: 'private' })),
    move: (file, key) => moveIntoPlace(location, file.path, key),
  }
}

/** A file is called `<key>.part` until all of it is synced to the disk. */
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

/** Syncs the file and then its folder, so that a file that rows refer to survives a power cut. */
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
 * Opens a bucket of S3 or a compatible service, with credentials from the client's usual environment variables
 * (AWS_ACCESS_KEY_ID and so on). The client is large, so it is loaded only when it is used.
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
      // The bucket's policy controls access; many buckets refuse access lists for single files.
      supportsACL: false,
      region: searchParams.get('region') ?? undefined,
      endpoint,
      // Most other services lack host names per bucket and Amazon's newer checksums.
      forcePathStyle: endpoint !== undefined,
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  )
  return {
    disk,
    // S3 requires the length in advance.
    move: ({ path, size }, key) => disk.putStream(key, createReadStream(path), { contentLength: size }),
  }
}
