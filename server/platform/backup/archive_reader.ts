import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import { StartError } from '../start_error.ts'
import { fileEntry, MANIFEST, Manifest, tableEntry } from './manifest.ts'

export interface Archive {
  manifest: Manifest
  /** An entry's content; the archive has been held against its manifest as a whole before. */
  read(name: string): Promise<Readable>
  close(): void
}

/** Opens a backup and reads all of it once. Throws StartError for a file that is no whole, unaltered backup. */
export async function openArchive(file: string): Promise<Archive> {
  const zip = await opened(file)
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

async function opened(file: string): Promise<yauzl.ZipFile> {
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
