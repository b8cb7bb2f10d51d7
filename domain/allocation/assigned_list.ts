import { groupBy } from '../group_by.ts'
import { termLabel } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_samples.ts'
import { requestedCount } from './matching.ts'
import { joinWithAnd, type Step, type StoredAssignment } from './rules.ts'
import { type AssignmentStatus, CONFIRMED, UNCONFIRMED } from './status.ts'

/** The kinds of rows that the assigned list can be narrowed to. */
export const ROW_KINDS = [
  'to_propose',
  'to_confirm',
  'proposed',
  'confirmed',
  'contested',
  'over_asked',
] as const
export type RowKind = (typeof ROW_KINDS)[number]

interface Listed {
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
export const isOfKind: Record<RowKind, (row: Listed) => boolean> = {
  to_propose: ({ step }) => step === 'propose',
  to_confirm: ({ step }) => step === 'confirm',
  proposed: ({ status, step }) => status === UNCONFIRMED && step === null,
  confirmed: ({ status }) => status === CONFIRMED,
  contested: ({ status, others }) => status === UNCONFIRMED && others.length > 0,
  over_asked: ({ status, over_asked }) => status === UNCONFIRMED && over_asked,
}

/** A text without case and accents. */
const fold = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** The rows in which all of these words stand: in the sample's name, or the proposal's id, title or proposer. */
export function searchRows<Row extends Listed>(rows: readonly Row[], find: string): Row[] {
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

/** The order of the grids: the best global score first, then rank, then id; empty ones last. */
export const byRanking = (a: Ranked, b: Ranked) =>
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

const names = (others: Row['others'], { term }: Row) =>
  joinWithAnd(
    others.map(({ proposal_id, term_id }) =>
      term_id === term.id ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`,
    ),
  )

/** Why a sample can not be confirmed for a row's proposal at all, or null: it is confirmed for another. */
export function whyConfirmedElsewhere(row: Row): string | null {
  const holder = row.others.filter(({ status }) => status === CONFIRMED)
  return holder.length === 0 ? null : `Confirmed for proposal ${names(holder, row)}.`
}

/** Why a row is not among those to be confirmed until somebody chooses it, or null. */
export function whyNotPreselected(row: Row): string | null {
  const { others, cancelled_at } = row
  if (others.length > 0)
    return (
      whyConfirmedElsewhere(row) ??
      `Contested with ${others.length === 1 ? 'proposal' : 'the proposals'} ${names(others, row)}.`
    )
  if (cancelled_at !== null) return 'Its confirmation was cancelled.'
  return row.over_asked ? whyOverAllocated(row) : null
}

/** What a sample that nobody asked for is beyond. */
function whyOverAllocated({ proposal_id, request }: Row): string {
  if (request === null) return `Over-asked: it answers no request of proposal ${proposal_id}.`
  return `Over-asked: proposal ${proposal_id} asks for ${requestedCount(request)} with priority ${request.priority}.`
}

/** Why these rows can not be confirmed together, or null: one sample for several proposals. */
export function whyNotTogether(
  rows: readonly { id: number; name: string; proposal_id: number }[],
): string | null {
  const claims = groupBy(rows, ({ id }) => id)
  const rivals = [...claims.values()].filter(({ length }) => length > 1)
  if (rivals.length === 0) return null
  const named = rivals.map(
    (of) =>
      `${of[0]!.name} for the proposals ${joinWithAnd(of.map(({ proposal_id }) => String(proposal_id)))}`,
  )
  return `A sample is promised once: you have ticked ${joinWithAnd(named)}.`
}
