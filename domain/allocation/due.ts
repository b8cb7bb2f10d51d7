import { groupBy } from '../group_by.ts'
import { termLabel } from '../masters/values.ts'
import type { RequestedSample } from '../proposals/requested_sample.ts'
import { numberOf } from './asked.ts'
import { and, type Standing } from './rules.ts'
import { CONFIRMED } from './status.ts'

interface Row {
  proposal_id: number
  cancelled_at: string | null
  others: readonly Pick<Standing, 'proposal_id' | 'term_id' | 'status'>[]
  request: RequestedSample | null
  over_asked: boolean
  term: { id: number }
}

const names = (others: Row['others'], { term }: Row) =>
  and(
    others.map(({ proposal_id, term_id }) =>
      term_id === term.id ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`,
    ),
  )

/** Why a sample can not be confirmed for a row's proposal at all, or null: it is confirmed for another. */
export function whyTaken(row: Row): string | null {
  const holder = row.others.filter(({ status }) => status === CONFIRMED)
  return holder.length === 0 ? null : `Confirmed for proposal ${names(holder, row)}.`
}

/** Why a row is not among those to be confirmed until somebody chooses it, or null. */
export function whyNotDue(row: Row): string | null {
  const { others, cancelled_at } = row
  if (others.length > 0)
    return (
      whyTaken(row) ??
      `Contested with ${others.length === 1 ? 'proposal' : 'the proposals'} ${names(others, row)}.`
    )
  if (cancelled_at !== null) return 'Its confirmation was cancelled.'
  return row.over_asked ? whyOverAsked(row) : null
}

/** What a sample that nobody asked for is beyond. */
function whyOverAsked({ proposal_id, request }: Row): string {
  if (request === null) return `Over-asked: it answers no request of proposal ${proposal_id}.`
  return `Over-asked: proposal ${proposal_id} asks for ${numberOf(request)} with priority ${request.priority}.`
}

/** Why these rows can not be confirmed together, or null: one sample for several proposals. */
export function whyNotTogether(
  rows: readonly { id: number; name: string; proposal_id: number }[],
): string | null {
  const claims = groupBy(rows, ({ id }) => id)
  const rivals = [...claims.values()].filter(({ length }) => length > 1)
  if (rivals.length === 0) return null
  const named = rivals.map(
    (of) => `${of[0]!.name} for the proposals ${and(of.map(({ proposal_id }) => String(proposal_id)))}`,
  )
  return `A sample is promised once: you have ticked ${and(named)}.`
}
