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

/** What went into an entry; `lines` counts its line feeds. */
interface EntrySummary {
  size: number
  lines: number
  sha256: string
}

/** A zip archive that is called FILE.part until it is whole and on the disk. */
export interface ArchiveWriter {
  /** Adds an entry; ends when all of it is taken. Throws what the source or the disk throws. */
  add(name: string, source: Readable): Promise<EntrySummary>
  finish(comment: string): Promise<void>
  /** Leaves nothing behind. */
  abandon(): Promise<void>
}

/** Begins an archive; `signal` ends it early. */
export function writeArchive(file: string, signal: AbortSignal): ArchiveWriter {
  const part = `${file}.part`
  const zip = new yazl.ZipFile()
  const output = createWriteStream(part, { mode: 0o600, flush: true })
  const failed = new Promise<never>((_, reject) => zip.once('error', reject))
  const done = Promise.race([pipeline(zip.outputStream, output, { signal }), failed])
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
      // A table may be larger than what a plain zip can say; a PDF is compressed already.
      const options = name.startsWith('files/') ? { compress: false } : { forceZip64Format: true }
      zip.addReadStreamLazy(name, { ...options, mode: 0o100600 }, (give) => give(null, measure))
      // The archive ends before the entry does only where it can not be written.
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

export interface Archive {
  manifest: Manifest
  /** An entry's content; the archive has been held against its manifest as a whole before. */
  read(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup and reads all of it once. Throws StartError for a file that is no whole, unaltered backup. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await openZip(file)
  try {
    const entries = await entriesOf(zip)
    const read = async (name: string) => {
      const entry = entries.get(name)
      if (!entry) throw new Error(`it has no ${name}`)
      return zip.openReadStreamPromise(entry)
    }
    const manifest = await readManifest(zip, read)
    const expected = new Map([
      ...manifest.tables.map((table) => [tableEntry(table.name), table.sha256] as const),
      ...manifest.files.map((one) => [fileEntry(one.key), one.sha256] as const),
    ])
    for (const [name, sha256] of expected)
      if ((await sha256Of(await read(name))) !== sha256) throw new Error(`${name} is not as it was written`)
    if (entries.size !== expected.size + 1) throw new Error('it holds what its manifest does not name')
    return { manifest, read, close: () => zip.close() }
  } catch (error) {
    zip.close()
    throw new StartError(`${file} is not a whole backup (${(error as Error).message}); nothing was restored.`)
  }
}

/** The sha256 of all that a stream gives, as hexadecimal digits. */
export async function sha256Of(source: Readable): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of source) hash.update(chunk)
  return hash.digest('hex')
}

async function openZip(file: string): Promise<yauzl.ZipFile> {
  try {
    return await yauzl.openPromise(file, { autoClose: false })
  } catch (error) {
    throw new StartError(`${file} can not be read as a backup (${(error as Error).message}).`)
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  for await (const entry of zip.eachEntry()) entries.set(entry.fileName, entry)
  return entries
}

async function readManifest(zip: yauzl.ZipFile, read: Archive['read']): Promise<Manifest> {
  const bytes = await buffer(await read(MANIFEST))
  if (createHash('sha256').update(bytes).digest('hex') !== zip.comment)
    throw new Error('its manifest is not as it was written')
  const { format } = JSON.parse(bytes.toString())
  if (format !== 1) throw new Error(`its format is ${format}, and this program reads 1`)
  return Manifest.parse(JSON.parse(bytes.toString()))
}
