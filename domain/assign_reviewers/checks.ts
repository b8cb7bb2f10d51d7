import { reportStatus } from '../reports/status.ts'
import type { Cell, CellReasons, LimitCheck, ReviewerGrid } from './contract.ts'

/** What the checks of one proposal are made from: the grid, its fits, and who knows a method of the proposal. */
interface ProposalView {
  grid: Omit<ReviewerGrid, 'fit'>
  proposal_id: number
  /** By position of the reviewer. */
  fit: readonly number[]
  knows: readonly boolean[]
}

const isCell = (a: Cell, b: Cell) => a.proposal_id === b.proposal_id && a.user_id === b.user_id

/** Whether the days away of a reviewer cover all days from `from` to `until`. */
export function isAway(
  absences: readonly { from_day: string; until_day: string }[],
  from: string,
  until: string,
): boolean {
  const last = until < from ? from : until
  let day = from
  for (const { from_day, until_day } of absences.toSorted((a, b) => (a.from_day < b.from_day ? -1 : 1))) {
    if (from_day > day) return false
    if (until_day >= last) return true
    if (until_day >= day) day = nextDay(until_day)
  }
  return false
}

const nextDay = (day: string) => new Date(Date.parse(day) + 24 * 60 * 60 * 1000).toISOString().slice(0, 10)

/** What the limits say of a cell. */
export function limitChecks({ grid, proposal_id, knows }: ProposalView, reviewer: number): LimitCheck[] {
  const { id: user_id, load, limit, organisation, affiliation } = grid.reviewers[reviewer]!
  const { reports } = grid.proposals.find(({ id }) => id === proposal_id)!
  const cell = { proposal_id, user_id }
  const isTaken = grid.reports.some(
    (report) => isCell(report, cell) && reportStatus.of(report.status).counted,
  )
  const more = isTaken ? 0 : 1
  const would = isTaken ? 'Has' : 'Would have'
  const others = grid.reports.flatMap((report) =>
    report.proposal_id === proposal_id && report.user_id !== user_id && reportStatus.of(report.status).counted
      ? [grid.reviewers.findIndex(({ id }) => id === report.user_id)]
      : [],
  )
  const checks: LimitCheck[] = []
  const check = (kind: LimitCheck['kind'], ok: boolean, text: string) => checks.push({ kind, ok, text })
  if (grid.limits.per_proposal_on) {
    const { per_proposal } = grid.limits
    check(
      'per_proposal',
      reports + more <= per_proposal,
      `${proposal_id} ${isTaken ? 'has' : 'would have'} ${reports + more} of ${per_proposal} reports`,
    )
  }
  if (limit !== null)
    check('per_reviewer', load + more <= limit, `${would} ${load + more} of at most ${limit} reports`)
  if (grid.limits.one_per_organisation && organisation !== '') {
    const same = others.find((other) => grid.reviewers[other]!.organisation === organisation)
    check(
      'organisation',
      same === undefined,
      same === undefined
        ? `No other reviewer of ${affiliation} on ${proposal_id}`
        : `${grid.reviewers[same]!.name} on ${proposal_id} is of the same organisation`,
    )
  }
  if (grid.limits.knows_method) {
    const isKnown = knows[reviewer] || others.some((other) => knows[other])
    const isKnowable = knows.some(Boolean)
    const text = knows[reviewer]
      ? `Knows a method of ${proposal_id}`
      : isKnown
        ? `Another reviewer knows a method of ${proposal_id}`
        : isKnowable
          ? `Knows no method of ${proposal_id}`
          : `No reviewer knows a method of ${proposal_id}`
    check('method', isKnown || !isKnowable, text)
  }
  const blocked = grid.blocked.some((one) => isCell(one, cell))
  const unjudged = grid.unjudged.some((one) => isCell(one, cell))
  check(
    'conflict',
    !blocked && !unjudged,
    blocked
      ? 'A conflict of interest forbids it'
      : unjudged
        ? 'A possible conflict has not been judged yet'
        : 'No conflict found',
  )
  return checks
}

const NEXT_BEST = 5

/** Who could be added to the proposal beside or instead of the reviewer, best fit first, within the limits of each. */
export function nextBest(view: ProposalView, reviewer: number): Pick<CellReasons, 'best' | 'next_best'> {
  const { grid, proposal_id, fit } = view
  const free = grid.reviewers.flatMap((one, at) => {
    const cell = { proposal_id, user_id: one.id }
    const isTaken = grid.reports.some((report) => isCell(report, cell))
    const isForbidden = grid.marks.some((mark) => isCell(mark, cell) && mark.mark === 'forbidden')
    if (isTaken || isForbidden || one.why_not !== null) return []
    const failed = limitChecks(view, at).filter(
      ({ ok, kind }) => !ok && kind !== 'per_proposal' && kind !== 'method',
    )
    const unjudged = grid.unjudged.some((mark) => isCell(mark, cell))
    if (failed.some(({ kind }) => kind !== 'conflict' || !unjudged)) return []
    return [
      { at, user_id: one.id, name: one.name, fit: fit[at]!, load: one.load, limit: one.limit, unjudged },
    ]
  })
  const sorted = free.sort((a, b) => b.fit - a.fit || a.load - b.load || a.user_id - b.user_id)
  const own = sorted.find(({ at }) => at === reviewer)
  return {
    best: own !== undefined && own.fit >= sorted[0]!.fit,
    next_best: sorted
      .filter(({ at }) => at !== reviewer)
      .slice(0, NEXT_BEST)
      .map(({ at: _, ...one }) => one),
  }
}
