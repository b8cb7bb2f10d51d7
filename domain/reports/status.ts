import { type CodeOf, type State, stateMachine, transitionsOf } from '../state_machine.ts'

/** What is decided for each status of a report. */
export interface ReportState extends State {
  code: number
  /** What a refusal calls it. */
  is: string
  /** To its own reviewer: not there at all, a line in the lists that leads nowhere, or open to be read. */
  reviewer: 'hidden' | 'closed' | 'open'
  /** The reviewer has accepted: reads the whole proposal with its files, and may rank it. */
  takenOn: boolean
  /** What the reviewer writes can be saved. */
  editable: boolean
  /** It is handed in: a PDF of it can be had, and the averages and the progress count it as done. */
  handedIn: boolean
  /** The progress of its proposal waits for it, or has it. */
  counted: boolean
  /** Its proposal can not be edited any more. */
  underReview: boolean
  /** What a reminder asks of the reviewer. */
  reminder: 'answer' | 'review' | null
  /** The step that a request by the office is. */
  request: 'request' | 'askAgain'
}

/** How far a report is. */
export const reportStatus = stateMachine({
  NOT_REQUESTED: {
    code: 0,
    label: 'Not Requested',
    colour: 'hollow-red',
    is: 'This report has not been requested yet.',
    reviewer: 'hidden',
    takenOn: false,
    editable: false,
    handedIn: false,
    counted: true,
    underReview: false,
    reminder: null,
    request: 'request',
  },
  REQUESTED: {
    code: 1,
    label: 'Requested',
    colour: 'blue',
    is: 'This report is requested and not accepted yet.',
    reviewer: 'open',
    takenOn: false,
    editable: false,
    handedIn: false,
    counted: true,
    underReview: true,
    reminder: 'answer',
    request: 'request',
  },
  ACCEPTED: {
    code: 2,
    label: 'Accepted',
    colour: 'orange',
    is: 'This report is accepted and not submitted yet.',
    reviewer: 'open',
    takenOn: true,
    editable: true,
    handedIn: false,
    counted: true,
    underReview: true,
    reminder: 'review',
    request: 'request',
  },
  SUBMITTED: {
    code: 3,
    label: 'Submitted',
    colour: 'green',
    is: 'This report is already submitted.',
    reviewer: 'open',
    takenOn: true,
    editable: true,
    handedIn: true,
    counted: true,
    underReview: true,
    reminder: null,
    request: 'request',
  },
  DECLINED: {
    code: 9,
    label: 'Declined',
    colour: 'black',
    is: 'This report is declined.',
    reviewer: 'closed',
    takenOn: false,
    editable: false,
    handedIn: false,
    counted: false,
    underReview: false,
    reminder: null,
    request: 'askAgain',
  },
} as const satisfies Record<string, ReportState>)

export type ReportStatus = CodeOf<typeof reportStatus>

export const {
  NOT_REQUESTED: REPORT_NOT_REQUESTED,
  REQUESTED: REPORT_REQUESTED,
  ACCEPTED: REPORT_ACCEPTED,
  SUBMITTED: REPORT_SUBMITTED,
  DECLINED: REPORT_DECLINED,
} = reportStatus.code

/** What can be done to a report, from which status, and the status that follows; null is deleted. */
export const STEPS = transitionsOf({
  [REPORT_NOT_REQUESTED]: { request: REPORT_REQUESTED, remove: null },
  [REPORT_REQUESTED]: { accept: REPORT_ACCEPTED, decline: REPORT_DECLINED },
  [REPORT_ACCEPTED]: { submit: REPORT_SUBMITTED, withdraw: REPORT_DECLINED },
  [REPORT_SUBMITTED]: { cancel: REPORT_ACCEPTED },
  [REPORT_DECLINED]: { askAgain: REPORT_REQUESTED },
} as const satisfies Record<ReportStatus, Record<string, ReportStatus | null>>)
export type Step = keyof typeof STEPS

/** The step that a request is: of one not requested yet, or asking one again that was declined. */
export const requestStep = (status: ReportStatus) => reportStatus.of(status).request

/** The reviewer's own view of a report: never one that is not requested; nothing of a declined one. */
export const isHidden = (status: ReportStatus) => reportStatus.of(status).reviewer === 'hidden'
export const isClosedToReviewer = (status: ReportStatus) => reportStatus.of(status).reviewer === 'closed'
/** Accepted or submitted: the reviewer reads the whole proposal, with its files, and may rank it. */
export const isTakenOn = (status: ReportStatus) => reportStatus.of(status).takenOn
/** Submitted: there is a PDF of it, and its scores count. */
export const isHandedIn = (status: ReportStatus) => reportStatus.of(status).handedIn
/** Requested, accepted or submitted: its proposal can not be edited any more. */
export const isUnderReview = (status: ReportStatus) => reportStatus.of(status).underReview
