import type { Readable } from 'node:stream'
import { StartError } from '../config.ts'
import { migrationFiles } from '../database/migration_files.ts'
import { type Archive, openArchive } from './archive.ts'
import { type Manifest, tableEntry } from './catalogue.ts'
import { refuseUnknownMigrations } from './restore.ts'

/**
 * Verifies without a database that an archive is as it was written, that its rows can be read, and that this program can
 * restore it. Throws StartError.
 */
export async function verifyArchive(file: string): Promise<Manifest> {
  const archive = await openArchive(file)
  try {
    for (const table of archive.manifest.tables) await verifyRows(archive, table)
    refuseUnknownMigrations(archive.manifest, await migrationFiles())
    return archive.manifest
  } finally {
    archive.close()
  }
}

async function verifyRows(archive: Archive, { name, columns, rows }: Manifest['tables'][number]) {
  let found = 0
  for await (const line of linesOf(await archive.read(tableEntry(name)))) {
    found++
    if (line.split('\t').length !== columns.length)
      throw new StartError(
        `Row ${found} of the table ${name} does not have the columns that the backup names.`,
      )
  }
  if (found !== rows)
    throw new StartError(`The table ${name} has ${found} rows, and the backup should have ${rows}.`)
}

/** The rows of PostgreSQL's COPY text format, in which line feeds and tabs inside of values are escaped. */
async function* linesOf(source: Readable): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const chunk of source) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n')
    rest = lines.pop()!
    yield* lines
  }
  if (rest + decoder.decode() !== '') throw new StartError('The last row of a table is cut off.')
}
