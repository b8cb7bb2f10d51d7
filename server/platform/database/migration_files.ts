import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { inRepository } from '../repository.ts'

export interface MigrationFile {
  /** The file's name without `.sql`. */
  name: string
  text: string
  /** Of the text, in hexadecimal. */
  sha256: string
}

const folder = inRepository('server/platform/database/migrations')

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/** The migrations of this program, in order. */
export async function migrationFiles(): Promise<MigrationFile[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')))
  return files.map((file, i) => ({
    name: file.replace(/\.sql$/u, ''),
    text: texts[i]!,
    sha256: sha256(texts[i]!),
  }))
}
