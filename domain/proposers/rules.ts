import { labelOf, NOT_CREATED, NOT_SUBMITTED, SUBMITTED } from '../masters/values.ts'

/** The states of a proposer's proposal, by the flag that filters for them. */
export const PROPOSER_STATUS = {
  not_created: 'Not Created',
  not_submitted: 'Not Submitted',
  submitted: 'Submitted',
} as const

/** How far a proposer is: 0 not created, 1 not submitted, otherwise submitted. */
export function proposerStatus(status: number): string {
  if (status === NOT_CREATED) return PROPOSER_STATUS.not_created
  return status === NOT_SUBMITTED ? PROPOSER_STATUS.not_submitted : PROPOSER_STATUS.submitted
}

/** What the proposer detail tells staff of a proposal: '-' until it is submitted. */
export const submittedOrNot = (status: number): string =>
  status === SUBMITTED ? labelOf('proposal_status', status) : '-'

/** What a person is on a proposal, by the place in it: 0 is the proposer. */
export const personRole = (position: number) => (position === 0 ? 'Proposer' : 'Collaborator')
