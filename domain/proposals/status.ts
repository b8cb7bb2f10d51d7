import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

interface ProposalState extends State {
  code: number
  /** Saved by its proposer at least once; only these are listed. */
  started: boolean
  /** Eligible for review, scoring and allocation. */
  submitted: boolean
  /** Its label for staff beside a proposer: '-' until it is submitted. */
  staffLabel: string
  /** Its label in the list of proposers, and the flag that filters by it. */
  proposerLabel: string
  filterFlag: 'not_created' | 'not_submitted' | 'submitted'
}

export const proposalStatus = stateMachine({
  NOT_CREATED: {
    code: 0,
    label: '-',
    colour: 'plain',
    started: false,
    submitted: false,
    staffLabel: '-',
    proposerLabel: 'Not Created',
    filterFlag: 'not_created',
  },
  NOT_SUBMITTED: {
    code: 1,
    label: 'Not Submitted',
    colour: 'hollow-red',
    started: true,
    submitted: false,
    staffLabel: '-',
    proposerLabel: 'Not Submitted',
    filterFlag: 'not_submitted',
  },
  SUBMITTED: {
    code: 2,
    label: 'Submitted',
    colour: 'green',
    started: true,
    submitted: true,
    staffLabel: 'Submitted',
    proposerLabel: 'Submitted',
    filterFlag: 'submitted',
  },
} as const satisfies Record<string, ProposalState>)

export type ProposalStatus = CodeOf<typeof proposalStatus>

export const { NOT_CREATED, NOT_SUBMITTED, SUBMITTED } = proposalStatus.code

/** Eligible for review, scoring and allocation. */
export const isSubmitted = (status: ProposalStatus) => proposalStatus.of(status).submitted
