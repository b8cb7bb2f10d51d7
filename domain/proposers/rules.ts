import { type ProposalStatus, proposalStatus } from '../proposals/status.ts'

/** How far a proposer is: the label of the proposal's status beside a proposer. */
export const proposerStatus = (status: ProposalStatus): string => proposalStatus.of(status).proposer

/** The states of a proposer's proposal, by the flag that filters for them. */
export const PROPOSER_STATUS = Object.fromEntries(
  proposalStatus.states.map(({ filterFlag, proposer }) => [filterFlag, proposer]),
) as Record<(typeof proposalStatus.states)[number]['filterFlag'], string>

/** What the proposer detail tells staff of a proposal: '-' until it is submitted. */
export const submittedOrNot = (status: ProposalStatus): string => proposalStatus.of(status).staffLabel

/** What a person is on a proposal, by the place in it: 0 is the proposer. */
export const personRole = (position: number) => (position === 0 ? 'Proposer' : 'Collaborator')
