import { reportStatus } from '../reports/status.ts'
import { isAway } from './checks.ts'
import { type Cell, type GridReviewer, type Limits, MAX_PER_PROPOSAL, type Marked } from './contract.ts'

/** Everything that a suggestion depends on. */
export interface Snapshot {
  limits: Limits
  proposals: readonly { id: number; reports: number; closed: boolean }[]
  reviewers: readonly Pick<
    GridReviewer,
    'id' | 'name' | 'affiliation' | 'organisation' | 'load' | 'limit' | 'absences' | 'why_not'
  >[]
  /** By position: `fit[proposal][reviewer]`, from 0 to 100. */
  fit: readonly (readonly number[])[]
  /** Whether the reviewer knows one of the proposal's methods, by position. */
  knows: readonly (readonly boolean[])[]
  reports: readonly (Cell & { status: number })[]
  blocked: readonly Cell[]
  unjudged: readonly Cell[]
  marks: readonly Marked[]
  /** Suggestions that stay. */
  keep: readonly Cell[]
  acknowledged: readonly Cell[]
  allow: readonly { user_id: number; max_reports: number }[]
  /** Only these proposals get suggestions; null means all. */
  proposal_ids: readonly number[] | null
  /** Only proposals that lost a report to a decline get suggestions. */
  repair: boolean
  /** The days between which a reviewer must not be away the whole time. */
  today: string
  due: string
}

/** A cell that may be suggested; a limit may still forbid it. */
export interface Candidate {
  proposal: number
  reviewer: number
  fit: number
  knows: boolean
}

export interface ProblemProposal {
  id: number
  /** Reports that it lacks. */
  missing: number
  /** A reviewer who knows one of its methods is wanted, and none of its reports is by one. */
  needsMethod: boolean
  /** Reviewers that are no candidates only because a possible conflict has not been judged or acknowledged. */
  unjudged: number
  /** The organisations of the reviewers it has; empty while that limit is switched off. */
  organisations: ReadonlySet<string>
}

export interface ProblemReviewer {
  id: number
  name: string
  affiliation: string
  /** '' when unknown or while that limit is switched off. */
  organisation: string
  limit: number
  /** Reports with what is fixed and kept. */
  load: number
}

/** Positions of a candidate in both lists. */
export type Choice = Pick<Candidate, 'proposal' | 'reviewer' | 'fit'>

export interface Problem {
  proposals: ProblemProposal[]
  reviewers: ProblemReviewer[]
  candidates: Candidate[]
  /** Cells that the suggestion contains whatever is best. */
  given: (Choice & { fixed: boolean })[]
  ignored: (Cell & { text: string })[]
}

export const BOTH_OFF =
  'Switch on a limit for the reports per proposal or per reviewer. Without both, everyone would review everything.'

const keyOf = ({ proposal_id, user_id }: Cell) => `${proposal_id}.${user_id}`
const keysOf = (cells: readonly Cell[]) => new Set(cells.map(keyOf))

/** What is to be solved, with proposals and reviewers by id, so that the order of the snapshot has no effect. */
export function buildProblem(snapshot: Snapshot): Problem {
  const { limits } = snapshot
  const proposalOrder = orderById(snapshot.proposals)
  const reviewerOrder = orderById(snapshot.reviewers)
  const allowed = new Map(snapshot.allow.map(({ user_id, max_reports }) => [user_id, max_reports]))
  const reviewers = reviewerOrder.map((at): ProblemReviewer => {
    const { id, name, affiliation, organisation, load, limit } = snapshot.reviewers[at]!
    return {
      id,
      name,
      affiliation,
      organisation: limits.one_per_organisation ? organisation : '',
      limit: limit === null ? Number.POSITIVE_INFINITY : (allowed.get(id) ?? limit),
      load,
    }
  })
  const reviewerAt = new Map(reviewers.map(({ id }, at) => [id, at]))
  const proposalAt = new Map(proposalOrder.map((from, at) => [snapshot.proposals[from]!.id, at]))
  const counted = snapshot.reports.filter(({ status }) => reportStatus.of(status as never).counted)
  const present = proposalOrder.map((): number[] => [])
  for (const report of counted) {
    const at = proposalAt.get(report.proposal_id)
    const by = reviewerAt.get(report.user_id)
    if (at !== undefined && by !== undefined) present[at]!.push(by)
  }
  const declined = new Set(
    snapshot.reports.filter((one) => !counted.includes(one)).map((one) => one.proposal_id),
  )
  const wanted = targetOf(snapshot)
  const only = snapshot.proposal_ids && new Set(snapshot.proposal_ids)
  const isInScope = ({ id, closed }: Snapshot['proposals'][number]) =>
    !closed && (!only || only.has(id)) && (!snapshot.repair || declined.has(id))
  const inScope = proposalOrder.map((from) => isInScope(snapshot.proposals[from]!))
  const fitAt = (proposal: number, reviewer: number) =>
    snapshot.fit[proposalOrder[proposal]!]![reviewerOrder[reviewer]!]!
  const knowsAt = (proposal: number, reviewer: number) =>
    snapshot.knows[proposalOrder[proposal]!]![reviewerOrder[reviewer]!]!

  const taken = keysOf(snapshot.reports)
  const blocked = keysOf(snapshot.blocked)
  const acknowledged = keysOf([
    ...snapshot.acknowledged,
    ...snapshot.marks.filter((mark) => mark.acknowledged),
  ])
  const unjudged = new Set([...keysOf(snapshot.unjudged)].filter((key) => !acknowledged.has(key)))
  const isUnavailable = reviewerOrder.map((from) => {
    const { why_not, absences } = snapshot.reviewers[from]!
    return why_not ?? (isAway(absences, snapshot.today, snapshot.due) ? AWAY : null)
  })

  const given: Problem['given'] = []
  const ignored: Problem['ignored'] = []
  const isGiven = new Set<string>()
  const give = (cell: Cell, fixed: boolean) => {
    const proposal = proposalAt.get(cell.proposal_id)
    const reviewer = reviewerAt.get(cell.user_id)
    const key = keyOf(cell)
    if (proposal === undefined || reviewer === undefined || isGiven.has(key) || !inScope[proposal]) return
    if (counted.some((report) => keyOf(report) === key)) return
    const { name } = reviewers[reviewer]!
    const why = blocked.has(key)
      ? `A conflict of interest forbids ${name} for ${cell.proposal_id}.`
      : unjudged.has(key)
        ? `A possible conflict of interest of ${name} with ${cell.proposal_id} has not been judged or acknowledged.`
        : taken.has(key)
          ? `${name} has declined ${cell.proposal_id}.`
          : fixed && isUnavailable[reviewer] !== AWAY
            ? isUnavailable[reviewer]
            : null
    if (why) {
      ignored.push({ ...cell, text: why })
      return
    }
    isGiven.add(key)
    given.push({ proposal, reviewer, fit: fitAt(proposal, reviewer), fixed })
    present[proposal]!.push(reviewer)
    reviewers[reviewer]!.load++
  }
  for (const mark of snapshot.marks) if (mark.mark === 'fixed') give(mark, true)
  for (const cell of snapshot.keep) give(cell, false)

  const forbidden = keysOf(snapshot.marks.filter(({ mark }) => mark === 'forbidden'))
  const candidates: Candidate[] = []
  const proposals = proposalOrder.map((from, proposal): ProblemProposal => {
    const { id } = snapshot.proposals[from]!
    const missing = inScope[proposal] ? Math.max(0, wanted - present[proposal]!.length) : 0
    let [isKnowable, notJudged] = [false, 0]
    if (missing > 0)
      for (let reviewer = 0; reviewer < reviewers.length; reviewer++) {
        const key = `${id}.${reviewers[reviewer]!.id}`
        if (isUnavailable[reviewer] !== null || taken.has(key) || blocked.has(key)) continue
        if (forbidden.has(key) || isGiven.has(key)) continue
        if (unjudged.has(key)) {
          notJudged++
          continue
        }
        const knows = knowsAt(proposal, reviewer)
        if (knows) isKnowable = true
        candidates.push({ proposal, reviewer, fit: fitAt(proposal, reviewer), knows })
      }
    return {
      id,
      missing,
      unjudged: notJudged,
      needsMethod:
        limits.knows_method && isKnowable && !present[proposal]!.some((by) => knowsAt(proposal, by)),
      organisations: new Set(
        present[proposal]!.map((by) => reviewers[by]!.organisation).filter((name) => name !== ''),
      ),
    }
  })
  return { proposals, reviewers, candidates, given, ignored }
}

const AWAY = 'away'

const orderById = (rows: readonly { id: number }[]) =>
  rows.map((_, at) => at).sort((a, b) => rows[a]!.id - rows[b]!.id)

/**
 * The reports that each proposal is to have. While that limit is switched off: as many for each as the limits of the
 * reviewers admit for all.
 */
function targetOf({ limits, proposals, reviewers }: Snapshot): number {
  if (limits.per_proposal_on) return limits.per_proposal
  const open = proposals.filter(({ closed }) => !closed)
  if (open.length === 0) return 0
  const room = reviewers.reduce((sum, { load, limit, why_not }) => {
    return sum + (why_not === null ? Math.max(0, (limit ?? 0) - load) : 0)
  }, 0)
  const present = open.reduce((sum, { reports }) => sum + reports, 0)
  return Math.min(MAX_PER_PROPOSAL, Math.max(1, Math.floor((room + present) / open.length)))
}

/** Whether the candidate is within the limits of the reviewer and of the reviewer's organisation. */
export function isWithinLimits({ proposals, reviewers }: Problem, { proposal, reviewer }: Choice): boolean {
  const { organisation, load, limit } = reviewers[reviewer]!
  return load < limit && !(organisation !== '' && proposals[proposal]!.organisations.has(organisation))
}
