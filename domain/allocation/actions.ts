/** What happens to a term's assignments, as the audit log names it. */
export const allocationActions = {
  'allocation.save': 'Assignments saved',
  'allocation.propose': 'Assignments proposed for confirmation',
  'allocation.cancel_propose': 'Proposal for confirmation taken back',
  'allocation.confirm': 'Assignments confirmed',
  'allocation.cancel_confirm': 'Confirmation cancelled',
  'allocation.withdraw': 'Assignments of a cancelled submission removed',
} as const
