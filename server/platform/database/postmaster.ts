import { existsSync, readFileSync, readlinkSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isRunning } from './folder_lock.ts'

/** Higher than any process number: PostgreSQL finds nobody there, and still looks for orphaned backends. */
const NOBODY = '4194304'

/** The process of the server that left its postmaster.pid in `data`, or null when it is gone. */
export function livingPostmaster(data: string): number | null {
  const pid = writtenPid(data)
  return pid !== null && isRunning(pid) && !isStranger(pid, data) ? pid : null
}

/**
 * After a power cut or in a restarted container the number in postmaster.pid may be another program's, or a zombie's;
 * PostgreSQL would take it for a living server and never start again.
 */
export function forgetStranger(data: string) {
  const pid = writtenPid(data)
  if (pid === null || !isRunning(pid) || !isStranger(pid, data)) return
  const file = join(data, 'postmaster.pid')
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, NOBODY))
}

function writtenPid(data: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10) || null
  } catch {
    return null
  }
}

/** A postmaster's working directory is its data folder; an ended process that nobody has waited for has none. */
function isStranger(pid: number, data: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== realpathSync(data)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' && existsSync('/proc/self')
  }
}
