import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

interface ApplicantState extends State {
  code: number
  /** Why it can no longer be decided on; null while it can. */
  decided: string | null
  /** Its rejection can be cancelled. */
  rejected: boolean
}

/** What the office has decided on an applicant. */
export const applicantStatus = stateMachine({
  NOT_REGISTERED: { code: 0, label: 'Not Registered', colour: 'hollow-red', decided: null, rejected: false },
  REGISTERED: {
    code: 1,
    label: 'Registered',
    colour: 'green',
    decided: 'This applicant is already registered.',
    rejected: false,
  },
  REJECTED: {
    code: 2,
    label: 'Rejected',
    colour: 'black',
    decided: 'This applicant is rejected.',
    rejected: true,
  },
} as const satisfies Record<string, ApplicantState>)

export type ApplicantStatus = CodeOf<typeof applicantStatus>

export const { NOT_REGISTERED, REGISTERED, REJECTED } = applicantStatus.code
