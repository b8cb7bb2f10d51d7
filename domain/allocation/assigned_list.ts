import { groupBy } from '../group_by.ts'
import { termLabel } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { requestedCount } from './matching.ts'
import { joinWithAnd, type Step, type StoredAssignment } from './rules.ts'
import { type AssignmentStatus, CONFIRMED, UNCONFIRMED } from './status.ts'

/** The term filter that includes disabled terms; without a filter the list has the open ones. */
export const ALL_TERMS = 'all'

/** The row filters of the assigned list. */
export const ROW_KINDS = [
  'to_propose',
  'to_confirm',
  'proposed',
  'confirmed',
  'contested',
  'over_asked',
] as const
export type RowKind = (typeof ROW_KINDS)[number]

interface ListedRow {
  name: string
  proposal_id: number
  proposal_title: string
  proposer: string
  status: AssignmentStatus
  step: Step | null
  over_asked: boolean
  others: readonly unknown[]
}

/** Whether a row is of a kind. Confirmed rows are neither contested nor over-asked: nothing is left to decide. */
export const matchesKind: Record<RowKind, (row: ListedRow) => boolean> = {
  to_propose: ({ step }) => step === 'propose',
  to_confirm: ({ step }) => step === 'confirm',
  proposed: ({ status, step }) => status === UNCONFIRMED && step === null,
  confirmed: ({ status }) => status === CONFIRMED,
  contested: ({ status, others }) => status === UNCONFIRMED && others.length > 0,
  over_asked: ({ status, over_asked }) => status === UNCONFIRMED && over_asked,
}

/** Text without case and accents, for searching. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The rows that contain every word of `find` in the sample's name or the proposal's id, title or proposer. */
export function searchRows<Row extends ListedRow>(rows: readonly Row[], find: string): Row[] {
  const words = fold(find).split(/\s+/u).filter(Boolean)
  if (words.length === 0) return [...rows]
  return rows.filter(({ name, proposal_id, proposal_title, proposer }) => {
    const text = fold(`${name} ${proposal_id} ${proposal_title} ${proposer}`)
    return words.every((word) => text.includes(word))
  })
}

interface Ranked {
  proposal_id: number
  global_score: number | null
  rank: number | null
}

/** The row order of the grids: best global score first, then rank, then id; missing values last. */
export const compareByRanking = (a: Ranked, b: Ranked) =>
  (b.global_score ?? -1) - (a.global_score ?? -1) ||
  (a.rank ?? Number.MAX_SAFE_INTEGER) - (b.rank ?? Number.MAX_SAFE_INTEGER) ||
  a.proposal_id - b.proposal_id

interface Row {
  proposal_id: number
  cancelled_at: string | null
  others: readonly Pick<StoredAssignment, 'proposal_id' | 'term_id' | 'status'>[]
  request: RequestedSample | null
  over_asked: boolean
  term: { id: number }
}

const proposalNames = (others: Row['others'], { term }: Row) =>
  joinWithAnd(
    others.map(({ proposal_id, term_id }) =>
      term_id === term.id ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`,
    ),
  )

/** Why the sample cannot be confirmed for the row's proposal (it is confirmed for another), or null. */
export function whyConfirmedElsewhere(row: Row): string | null {
  const confirmed = row.others.filter(({ status }) => status === CONFIRMED)
  return confirmed.length === 0 ? null : `Confirmed for proposal ${proposalNames(confirmed, row)}.`
}

/** An objection to confirming a row, or null. A row with one can still be selected by itself. */
export function objectionTo(row: Row): string | null {
  const { others, cancelled_at } = row
  if (others.length > 0)
    return (
      whyConfirmedElsewhere(row) ??
      `Clash: also assigned to ${others.length === 1 ? 'proposal' : 'proposals'} ${proposalNames(others, row)}.`
    )
  if (cancelled_at !== null) return 'Its confirmation was cancelled.'
  return row.over_asked ? whyOverAllocated(row) : null
}

/** Reason shown for a sample that no request asks for, or that exceeds the requested number. */
function whyOverAllocated({ proposal_id, request }: Row): string {
  if (request === null) return `Over-allocated: matches no request of proposal ${proposal_id}.`
  return `Over-allocated: proposal ${proposal_id} requests ${requestedCount(request)} with priority ${request.priority}.`
}

/** Why these rows cannot be confirmed together (one sample for several proposals), or null. */
export function whyNotTogether(
  rows: readonly { id: number; name: string; proposal_id: number }[],
): string | null {
  const claims = groupBy(rows, ({ id }) => id)
  const clashes = [...claims.values()].filter(({ length }) => length > 1)
  if (clashes.length === 0) return null
  const named = clashes.map(
    (claim) =>
      `${claim[0]!.name} is selected for proposals ${joinWithAnd(claim.map(({ proposal_id }) => String(proposal_id)))}`,
  )
  return `A sample can be confirmed for one proposal only: ${joinWithAnd(named)}.`
}
