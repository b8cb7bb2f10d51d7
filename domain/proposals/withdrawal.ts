import { beforeDeadline, type Term, whyReadOnly } from '../terms/rules.ts'
import { isSubmitted, type ProposalStatus } from './status.ts'
import type { Withdrawal } from './withdrawal_schemas.ts'

interface WithdrawalFacts {
  status: ProposalStatus
  term: Pick<Term, 'id' | 'disabled'>
  withdrawal: Withdrawal | null
}

/** Whether a withdrawal waits for the office. */
export const isPending = (withdrawal: Pick<Withdrawal, 'decided_at'> | null): boolean =>
  withdrawal !== null && withdrawal.decided_at === null

/** Why the proposer cannot withdraw the submission, or ask the office to, or null. */
export function whyNotWithdraw({ status, term, withdrawal }: WithdrawalFacts): string | null {
  const closed = whyReadOnly(term)
  if (closed) return closed
  if (!isSubmitted(status)) return 'This proposal is not submitted.'
  return isPending(withdrawal) ? 'The office has been asked to withdraw this proposal.' : null
}

/**
 * Whether the proposer withdraws at once; otherwise the office decides. The proposer is not told which of the conditions
 * beside the deadline does not hold.
 */
export const isDirect = (
  term: Parameters<typeof beforeDeadline>[0],
  now: Date,
  { underReview, confirmed }: { underReview: boolean; confirmed: boolean },
): boolean => beforeDeadline(term, now) && !underReview && !confirmed

/** Why the office has no withdrawal to decide, or null. */
export const whyNotDecide = ({ status, term, withdrawal }: WithdrawalFacts): string | null =>
  whyReadOnly(term) ??
  (isPending(withdrawal) && isSubmitted(status)
    ? null
    : 'No withdrawal of this proposal waits for a decision.')
