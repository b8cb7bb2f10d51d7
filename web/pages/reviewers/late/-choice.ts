import { useState } from 'react'
import type { LateReport } from '#domain/reports/contract.ts'

/** What is ticked of the reports that are shown; only what can be reminded of takes a tick. */
export interface ReportChoice {
  chosen: readonly LateReport[]
  has: (report: LateReport) => boolean
  tick: (reports: readonly LateReport[], on: boolean) => void
  clear: () => void
}

export const canRemind = ({ why_not_remind }: LateReport) => why_not_remind === null

export function useReportChoice(shown: readonly LateReport[]): ReportChoice {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const has = (report: LateReport) => ticked.has(report.id) && canRemind(report)
  return {
    chosen: shown.filter(has),
    has,
    tick: (reports, on) =>
      setTicked((before) => {
        const after = new Set(before)
        for (const { id } of reports) on ? after.add(id) : after.delete(id)
        return after
      }),
    clear: () => setTicked(new Set()),
  }
}
