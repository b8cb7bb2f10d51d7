import type { ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The processes of the embedded PostgreSQL of a DATA_DIR, its postmaster first; none when it is gone. */
export function databaseProcesses(dataDir: string): number[] {
  let postmaster: number
  try {
    postmaster = Number.parseInt(readFileSync(join(dataDir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
  } catch {
    return []
  }
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name))
  return [postmaster, ...pids.map(Number).filter((pid) => parentOf(pid) === postmaster)]
}

/** Linux, proc(5): the fourth field of stat, behind the name in brackets. */
function parentOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
  } catch {
    return null
  }
}

/** Ends what a run may have left: its server, if there is one, and the PostgreSQL of its DATA_DIR. */
export function killAll(dataDir: string, server: { process: ChildProcess } | undefined) {
  server?.process.kill('SIGKILL')
  signal(databaseProcesses(dataDir), 'SIGKILL')
}

/** Sends each a signal; one that has ended meanwhile is none's loss. */
export function signal(pids: readonly number[], name: NodeJS.Signals) {
  for (const pid of pids)
    try {
      process.kill(pid, name)
    } catch {}
}
