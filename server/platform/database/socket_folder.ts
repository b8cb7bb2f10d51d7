import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start_error.ts'

/** The socket in its folder, as PostgreSQL names it. */
export const fileOf = (folder: string) => `${folder}/.s.PGSQL.5432`
/** A unix socket's path may have 107 bytes. */
const LONGEST = 107 - fileOf('').length

/** The folder of the socket, for `owner` alone: in the cluster's folder, or where that is too long in a temporary one. */
export function socketFolder(base: string, owner: { uid: number; gid: number }): string {
  const short = `ao-${createHash('sha256').update(base).digest('hex').slice(0, 16)}`
  const fits = (folder: string) => Buffer.byteLength(folder) <= LONGEST && /^[\w./-]+$/.test(folder)
  const folder = [join(base, 'socket'), join(tmpdir(), short)].find(fits) ?? join('/tmp', short)
  claim(folder, owner)
  return folder
}

/** Who can reach the socket is the database's superuser, so a folder that somebody else prepared is refused. */
function claim(folder: string, owner: { uid: number; gid: number }) {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) {
    mkdirSync(folder, { mode: 0o700 })
    if (process.getuid?.() === 0) chownSync(folder, owner.uid, owner.gid)
  } else if (!found.isDirectory() || found.uid !== owner.uid || (found.mode & 0o077) !== 0)
    throw new StartError(
      `${folder}, which PostgreSQL's socket needs, is not ours alone: remove it, or set DATABASE_URL.`,
    )
}

/** The connection string of a database behind that socket; it says all that PGPORT and its like might say otherwise. */
export function urlOf(folder: string, database: string): string {
  return `postgres://ao@localhost:5432/${database}?host=${folder}&sslmode=disable`
}
