/** What happens to proposals, as the audit log names it. */
export const proposalActions = {
  'proposal.open': 'Proposal opened',
  'proposal.save': 'Proposal saved',
  'proposal.submit': 'Proposal submitted',
} as const
