import { type ProposalStatus, proposalStatus } from '../proposals/status.ts'

/** The label of the proposal's status in lists of proposers. */
export const proposerStatus = (status: ProposalStatus): string => proposalStatus.of(status).proposerLabel

/** Labels of the status filters. */
export const PROPOSER_STATUS = Object.fromEntries(
  proposalStatus.states.map(({ filterFlag, proposerLabel }) => [filterFlag, proposerLabel]),
) as Record<(typeof proposalStatus.states)[number]['filterFlag'], string>

/** The status shown on the proposer's detail page: '-' until it is submitted. */
export const submittedOrNot = (status: ProposalStatus): string => proposalStatus.of(status).staffLabel

/** Position 0 is the proposer. */
export const personRole = (position: number) => (position === 0 ? 'Proposer' : 'Collaborator')

/** Key of a row in the list of people. */
export const personKey = ({ proposal_id, position }: { proposal_id: number; position: number }) =>
  `${proposal_id}.${position}`
