import { readFileSync } from 'node:fs'

/** The value below which so large a share of the values lies; NaN of none. */
export const quantile = (values: readonly number[], share: number) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ??
  Number.NaN

/** What a process holds of the memory, in MB (Linux, proc(5): VmRSS is in kB). */
export const residentMb = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/u.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Says the first of the faults and how many there are; with one, the run did not hold. */
export function tellFaults(faults: readonly string[]) {
  console.log(`${faults.length} faults`)
  for (const fault of faults.slice(0, 20)) console.log(fault)
  if (faults.length > 0) process.exitCode = 1
}
