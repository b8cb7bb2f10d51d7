import { groupBy } from '../group.ts'
import { termLabel } from '../masters/values.ts'
import { and, type Standing } from './rules.ts'
import { CONFIRMED } from './status.ts'

interface Row {
  cancelled_at: string | null
  others: readonly Pick<Standing, 'proposal_id' | 'term_id' | 'status'>[]
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
      `Contested: also assigned to ${others.length === 1 ? 'proposal' : 'the proposals'} ${names(others, row)}.`
    )
  return cancelled_at === null ? null : 'Its confirmation was cancelled.'
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
