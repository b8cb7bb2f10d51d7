import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import yauzl from 'yauzl'
import yazl from 'yazl'
import { StartError } from '../config.ts'
import { fileEntry, MANIFEST, Manifest, tableEntry } from './catalogue.ts'

/** `size` is in bytes, `lines` counts line feeds. */
interface EntrySummary {
  size: number
  lines: number
  sha256: string
}

/** Writes a zip archive that is called FILE.part until it is complete and synced. */
export interface ArchiveWriter {
  /** Adds an entry and waits until its source is read. Throws errors of the source and the disk. */
  add(name: string, source: Readable): Promise<EntrySummary>
  finish(comment: string): Promise<void>
  /** Deletes the unfinished file. */
  abandon(): Promise<void>
}

export function writeArchive(file: string, signal: AbortSignal): ArchiveWriter {
  const part = `${file}.part`
  const zip = new yazl.ZipFile()
  const output = createWriteStream(part, { mode: 0o600, flush: true })
  const failed = new Promise<never>((_, reject) => zip.once('error', reject))
  const writing = pipeline(zip.outputStream, output, { signal }).catch((error: NodeJS.ErrnoException) => {
    throw error.syscall ? new StartError(`${file} cannot be written (${error.message}).`) : error
  })
  const done = Promise.race([writing, failed])
  done.catch(() => {})
  return {
    async add(name, source) {
      const written = { size: 0, lines: 0 }
      const hash = createHash('sha256')
      const measure = new Transform({
        transform(chunk: Buffer, _, give) {
          hash.update(chunk)
          written.size += chunk.length
          for (const byte of chunk) if (byte === LINE_FEED) written.lines++
          give(null, chunk)
        },
      })
      const taken = pipeline(source, measure)
      taken.catch(() => {})
      // Tables may exceed the 4 GB limit of plain zip; PDF files are compressed already.
      const options = name.startsWith('files/') ? { compress: false } : { forceZip64Format: true }
      zip.addReadStreamLazy(name, { ...options, mode: 0o100600 }, (give) => give(null, measure))
      // `done` settles before `taken` only when the archive cannot be written.
      await Promise.race([taken, done])
      return { ...written, sha256: hash.digest('hex') }
    },
    async finish(comment) {
      zip.end({ forceZip64Format: false, comment })
      await done
      await rename(part, file)
      const folder = await open(dirname(file))
      await folder.sync().finally(() => folder.close())
    },
    async abandon() {
      output.destroy()
      await rm(part, { force: true })
    },
  }
}

const LINE_FEED = 10

/** What is read into memory as a whole is bounded, whatever it unpacks to. */
const MAX_MANIFEST_BYTES = 100_000_000
const MAX_FILE_BYTES = 100_000_000
const MAX_ENTRIES = 1_000_000

export interface Archive {
  manifest: Manifest
  /** The content of an entry, already verified against the manifest. */
  read(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup and verifies all of it. Throws StartError when it is incomplete or altered. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openZip(file)
  try {
    const entries = await entriesOf(zip)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new Error(`it has no ${name}`)
      return zip.openReadStreamPromise(entry)
    }
    if ((entries.get(MANIFEST)?.uncompressedSize ?? 0) > MAX_MANIFEST_BYTES)
      throw new Error('its manifest is too large')
    const manifest = await readManifest(zip, read)
    const expected = new Map([
      ...manifest.tables.map((table) => [tableEntry(table.name), table.sha256] as const),
      ...manifest.files.map((one) => [fileEntry(one.key), one.sha256] as const),
    ])
    for (const { key, size } of manifest.files) requireSize(entries, fileEntry(key), size)
    for (const [name, sha256] of expected)
      if ((await sha256Of(await read(name))) !== sha256) throw new Error(`${name} is not as it was written`)
    if (entries.size !== expected.size + 1) throw new Error('it holds what its manifest does not name')
    return { manifest, read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw new StartError(`${file} is not a whole backup: ${(error as Error).message}.`)
  }
}

/** The SHA-256 of a stream in hexadecimal. */
export async function sha256Of(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}

async function openZip(file: string): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.openPromise(file, { autoClose: false })
  } catch (error) {
    throw new StartError(`${file} cannot be read as a backup (${(error as Error).message}).`)
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw new Error('it has too many entries')
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) {
    if (entries.has(entry.fileName)) throw new Error(`it has ${entry.fileName} twice`)
    entries.set(entry.fileName, entry)
  }
  return entries
}

function requireSize(entries: Map<string, yauzl.Entry>, name: string, size: number) {
  if (size > MAX_FILE_BYTES) throw new Error(`${name} is too large`)
  const { uncompressedSize = size } = entries.get(name) ?? {}
  if (uncompressedSize !== size) throw new Error(`${name} is not as long as its manifest says`)
}

async function readManifest(zip: yauzl.ZipFile, read: Archive['read']): Promise<Manifest> {
  const bytes = await buffer(await read(MANIFEST))
  if (createHash('sha256').update(bytes).digest('hex') !== zip.comment)
    throw new Error('its manifest is not as it was written')
  const { format } = JSON.parse(bytes.toString())
  if (format !== 1) throw new Error(`its format is ${format}, and this program reads 1`)
  const manifest = Manifest.safeParse(JSON.parse(bytes.toString()))
  if (manifest.success) return manifest.data
  throw new Error('its manifest is not one that this program writes')
}
