/** What a run checked: printed as a table, and the run fails where something did not hold. */
export function createChecks() {
  const lines: { held: boolean; what: string; seen: string | number }[] = []
  return {
    check(what: string, held: boolean, seen: string | number = '') {
      lines.push({ held, what, seen })
      console.log(`${held ? 'held  ' : 'FAILED'}  ${what}${seen === '' ? '' : `: ${seen}`}`)
    },
    end() {
      const failed = lines.filter(({ held }) => !held).length
      console.log(`${lines.length} checked, ${failed} failed`)
      if (failed > 0) process.exitCode = 1
    },
  }
}
export type Checks = ReturnType<typeof createChecks>
