import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import yazl from 'yazl'

/** What went into an entry; `lines` counts its line feeds. */
export interface Written {
  size: number
  lines: number
  sha256: string
}

/** A zip archive that is called FILE.part until it is whole and on the disk. */
export interface ArchiveWriter {
  /** Adds an entry; ends when all of it is taken. Throws what the source or the disk throws. */
  add(name: string, source: Readable): Promise<Written>
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
