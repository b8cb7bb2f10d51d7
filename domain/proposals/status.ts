import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

/** What depends on the status of a proposal. */
interface ProposalState extends State {
  code: number
  /** Its proposer has saved it, so it is in the lists. */
  started: boolean
  /** Eligible for review, scoring and allocation. */
  submitted: boolean
  /** Its label for staff beside a proposer: '-' until it is submitted. */
  staffLabel: string
  /** How far its proposer is, and the flag that filters for that. */
  proposer: string
  filterFlag: 'not_created' | 'not_submitted' | 'submitted'
}

/** How far a proposal is for its proposer. */
export const proposalStatus = stateMachine({
  NOT_CREATED: {
    code: 0,
    label: '-',
    colour: 'plain',
    started: false,
    submitted: false,
    staffLabel: '-',
    proposer: 'Not Created',
    filterFlag: 'not_created',
  },
  NOT_SUBMITTED: {
    code: 1,
    label: 'Not Submitted',
    colour: 'hollow-red',
    started: true,
    submitted: false,
    staffLabel: '-',
    proposer: 'Not Submitted',
    filterFlag: 'not_submitted',
  },
  SUBMITTED: {
    code: 2,
    label: 'Submitted',
    colour: 'green',
    started: true,
    submitted: true,
    staffLabel: 'Submitted',
    proposer: 'Submitted',
    filterFlag: 'submitted',
  },
} as const satisfies Record<string, ProposalState>)

export type ProposalStatus = CodeOf<typeof proposalStatus>

export const { NOT_CREATED, NOT_SUBMITTED, SUBMITTED } = proposalStatus.code

/** Eligible for review, scoring and allocation. */
export const isSubmitted = (status: ProposalStatus) => proposalStatus.of(status).submitted
