import { readFileSync } from 'node:fs'

/** The value below which so large a share of the values lies; NaN of none. */
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

/** What a process holds of the memory, in MB (Linux, proc(5): VmRSS is in kB). */
export const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/**
 * What processes hold of the memory together, in MB: a page that several share counts once (Linux, proc(5): the proportional
 * set size is in kB).
 */
export const sharedMb = (pids: readonly number[]) =>
  pids.reduce((sum, pid) => {
    const pss = /^Pss:\s+(\d+)/mu.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))
    return sum + Number(pss?.[1]) / 1024
  }, 0)

/** How much of a processor these processes have used so far, the children that they have outlived included, in seconds. */
export function processorSeconds(pids: readonly number[]): number {
  let ticks = 0
  for (const pid of pids)
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      // utime, stime, cutime and cstime: the 14th to the 17th, of which these are the 3rd and on.
      for (const field of fields.slice(11, 15)) ticks += Number(field)
    } catch {
      // It has ended since.
    }
  return ticks / 100
}

/** Says the first of the faults and how many there are; with one, the run did not hold. */
export function reportFaults(faults: readonly string[]) {
  console.log(`${faults.length} faults`)
  for (const fault of faults.slice(0, 20)) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
}
