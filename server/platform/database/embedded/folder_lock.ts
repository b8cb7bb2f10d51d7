import { execFileSync } from 'node:child_process'
import { existsSync, linkSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { StartError } from '../../config.ts'

/**
 * Locks `file` for this process and returns a function that releases it. Throws StartError while another running process
 * holds it. The lock is written to a second file and linked into place, so that no process reads an incomplete one.
 */
export function lockFolder(file: string): () => void {
  const mine = `${process.pid} ${startTimeOf(process.pid)}`
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, mine)
  try {
    while (!tryLink(draft, file)) {
      const theirs = read(file)
      if (theirs !== null) refuseLiving(theirs, file)
      if (theirs !== null) discard(file, theirs)
    }
  } finally {
    rmSync(draft, { force: true })
  }
  return () => {
    if (read(file) === mine) rmSync(file, { force: true })
  }
}

function refuseLiving(holder: string, file: string) {
  const pid = Number(holder.split(' ')[0])
  if (pid > 0 && isRunning(pid) && holder === `${pid} ${startTimeOf(pid)}`)
    throw new StartError(`This DATA_DIR is already served by process ${pid} (${file}): stop that one first.`)
}

/** Removes a stale lock, unless another process has replaced it meanwhile. */
function discard(file: string, stale: string) {
  const aside = `${file}.stale.${process.pid}`
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  if (read(aside) !== stale) tryLink(aside, file)
  rmSync(aside, { force: true })
}

function tryLink(from: string, to: string): boolean {
  try {
    linkSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function read(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Whether the process exists, whoever owns it. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/**
 * The start time of a process tells it from a later one with the same id, which is common after a container restarts.
 */
function startTimeOf(pid: number): string {
  try {
    if (!existsSync('/proc/self/stat'))
      return execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], { encoding: 'utf8' }).trim()
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [state, start] = [fields[0], fields[19]]
    return state === 'Z' ? 'ended' : `${boot} ${start}`
  } catch {
    return 'unknown'
  }
}
