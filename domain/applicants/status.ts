import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

interface ApplicantState extends State {
  code: number
  /** Why the office cannot decide on it; null while it can. */
  whyNotDecide: string | null
  rejected: boolean
}

/** What the office has decided on an applicant. */
export const applicantStatus = stateMachine({
  NOT_REGISTERED: {
    code: 0,
    label: 'Not Registered',
    colour: 'hollow-red',
    whyNotDecide: null,
    rejected: false,
  },
  REGISTERED: {
    code: 1,
    label: 'Registered',
    colour: 'green',
    whyNotDecide: 'This applicant is already registered.',
    rejected: false,
  },
  REJECTED: {
    code: 2,
    label: 'Rejected',
    colour: 'black',
    whyNotDecide: 'This applicant is rejected.',
    rejected: true,
  },
} as const satisfies Record<string, ApplicantState>)

export type ApplicantStatus = CodeOf<typeof applicantStatus>

export const { NOT_REGISTERED, REGISTERED, REJECTED } = applicantStatus.code
