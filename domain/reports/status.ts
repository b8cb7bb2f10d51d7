import { type CodeOf, type State, stateMachine, transitionsOf } from '../state_machine.ts'

/** The properties of a report's status. */
export interface ReportState extends State {
  code: number
  /** Its description in a refusal. */
  is: string
  /** For its own reviewer: does not exist, is listed without a link, or can be read. */
  reviewer: 'hidden' | 'closed' | 'open'
  /** The reviewer has accepted: they may read the whole proposal with its files, and rank it. */
  takenOn: boolean
  /** Scores and comments can be saved. */
  editable: boolean
  /** It is submitted: there is a PDF of it, and it counts in averages and progress. */
  handedIn: boolean
  /** It counts for the progress of its proposal. */
  counted: boolean
  /** Its proposal can no longer be edited. */
  underReview: boolean
  /** What a reminder asks the reviewer for. */
  reminder: 'answer' | 'review' | null
  /** The step that a request by the office takes. */
  request: 'request' | 'askAgain'
}

/** The status of a report. */
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

/** The steps from each status and the status that follows; null is deleted. */
export const STEPS = transitionsOf({
  [REPORT_NOT_REQUESTED]: { request: REPORT_REQUESTED, remove: null },
  [REPORT_REQUESTED]: { accept: REPORT_ACCEPTED, decline: REPORT_DECLINED },
  [REPORT_ACCEPTED]: { submit: REPORT_SUBMITTED, withdraw: REPORT_DECLINED },
  [REPORT_SUBMITTED]: { cancel: REPORT_ACCEPTED },
  [REPORT_DECLINED]: { askAgain: REPORT_REQUESTED },
} as const satisfies Record<ReportStatus, Record<string, ReportStatus | null>>)
export type Step = keyof typeof STEPS

/** The step of a request: a first request, or asking again after a decline. */
export const requestStep = (status: ReportStatus) => reportStatus.of(status).request

/** Whether a report does not exist for its reviewer, or is listed but cannot be opened. */
export const isHidden = (status: ReportStatus) => reportStatus.of(status).reviewer === 'hidden'
export const isClosedToReviewer = (status: ReportStatus) => reportStatus.of(status).reviewer === 'closed'
/** Accepted or submitted. */
export const isTakenOn = (status: ReportStatus) => reportStatus.of(status).takenOn
/** Submitted. */
export const isHandedIn = (status: ReportStatus) => reportStatus.of(status).handedIn
/** Requested, accepted or submitted: its proposal can no longer be edited. */
export const isUnderReview = (status: ReportStatus) => reportStatus.of(status).underReview
