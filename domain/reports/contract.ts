import { z } from 'zod'
import { office, reviewers, staff } from '../access.ts'
import {
  byId,
  byParam,
  fileAddress,
  get,
  id,
  instant,
  Outcome,
  paged,
  post,
  put,
  Saved,
  UndoableOutcome,
  version,
} from '../endpoint.ts'
import {
  checkedCodes,
  codeChoice,
  idChoice,
  listFilter,
  PERSON_SORTS,
  personFilters,
  termFilter,
} from '../filters.ts'
import { checkbox, MAX_ID, multiLine, mustBeSent, signedNumber, wholeNumber } from '../input_schemas.ts'
import { ScoreMeanings } from '../masters/setting_schemas.ts'
import { ProposalChanges } from '../proposals/changes.ts'
import { Proposal, proposalFilters } from '../proposals/contract.ts'
import { AssignedSample } from '../proposals/requested_samples.ts'
import { proposalStatus } from '../proposals/status.ts'
import { REQUIRED } from '../text.ts'
import { AcceptInput, DeclineInput, declineFields } from './declining_schemas.ts'
import { byField } from './fields.ts'
import { aboutTo, reportState, reportText } from './report.ts'
import { reportStatus } from './status.ts'

/** A whole number from 1 to 5. */
const score = signedNumber(REQUIRED).refine((n) => Number.isInteger(n) && n >= 1 && n <= 5, REQUIRED)
const COMMENT_LENGTH = 20_000
const comment = mustBeSent(multiLine({ max: COMMENT_LENGTH }))

/** The scores and comments of a report. */
export const ReportInput = z.object({
  ...byField({ score, comment }),
  version,
})
export type ReportInput = z.infer<typeof ReportInput>

/** The filters of the reviewer's own list; progress and global score are accepted but have no effect. */
export const AssignedFilter = listFilter({ ...proposalFilters, rank: codeChoice }, [
  'proposal_id',
  'name',
  'affiliation',
  'title',
  'term_id',
  'status',
  'rank',
  'science_score',
  'technical_score',
])
export type AssignedFilter = z.output<typeof AssignedFilter>

/** A row of the reviewer's own list. */
export const AssignedReport = z.object({
  ...reportState,
  proposal_id: z.number(),
  /** Only the viewer's own report. */
  reports: z.array(z.object(reportState)),
  due_at: instant,
  submitted_at: z.string().nullable(),
  term_disabled: z.boolean(),
  /** The reviewer has a conflict of interest with the proposal. */
  takes_part: z.boolean(),
  /** What changed in the proposal since the reviewer was asked; null for nothing. */
  changes: ProposalChanges.nullable(),
  proposal: z.object({
    id: z.number(),
    term_id: z.number(),
    title: z.string(),
    name: z.string(),
    affiliation: z.string(),
    abstract: z.string(),
    shortAbstract: z.string(),
  }),
})
export type AssignedReport = z.infer<typeof AssignedReport>

/** One report with its proposal, without what a reviewer may not see. */
export const ReportDetail = z.object({
  ...reportText,
  proposal_id: z.number(),
  user: z.object({ id: z.number(), name: z.string() }),
  name: z.string(),
  score_meanings: ScoreMeanings,
  due_at: instant,
  /** The reviewer has a conflict of interest with the proposal. */
  takes_part: z.boolean(),
  /** What changed in the proposal since the reviewer was asked; null for nothing. */
  changes: ProposalChanges.nullable(),
  proposal: Proposal.extend({
    /** Null for reviewers. */
    additional_notes: z.string().nullable(),
    /** For reviewers empty before the term is disabled. */
    assigned_samples_status_true: z.array(AssignedSample),
  }),
  prevID: z.number().nullable(),
  nextID: z.number().nullable(),
  /** Its position in previous/next navigation, from 1. */
  position: z.number(),
  count: z.number(),
  next_to_write: z.object({ id: z.number(), proposal_id: z.number() }).nullable(),
})
export type ReportDetail = z.infer<typeof ReportDetail>

export const ReviewerFilter = listFilter({ ...personFilters, ...termFilter, status: checkedCodes }, [
  'id',
  ...PERSON_SORTS,
])
export type ReviewerFilter = z.output<typeof ReviewerFilter>

/** The same filters in a body, where `term` is an alias of `term_id`. */
const ReviewerForm = ReviewerFilter.extend({ term: idChoice }).transform(
  ({ term, term_id = term, ...form }) => ({
    ...form,
    term_id,
  }),
)

/** A report in lists of reviewers, which leave out proposals that the viewer has a conflict with. */
export const ReportOfReviewer = z.object({
  ...reportState,
  ...aboutTo,
  proposal_id: z.number(),
  term_id: z.number(),
  term_disabled: z.boolean(),
  proposer: z.string(),
  title: z.string(),
  proposal: z.object({ id: z.number(), term_id: z.number(), title: z.string(), name: z.string() }),
  submitted_at: z.string().nullable(),
  proposal_status: z.literal(proposalStatus.codes),
  /** The dates of the last request, of the deadline and of the last reminder. */
  requested_at: z.string().nullable(),
  reviews_due_at: instant,
  reminded_at: z.string().nullable(),
  /** The reviewer has a conflict of interest with the proposal. */
  takes_part: z.boolean(),
  ...declineFields,
})
export type ReportOfReviewer = z.infer<typeof ReportOfReviewer>

export const ReviewerRow = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  /** The reports of the filter's term, under both names. */
  report: z.array(ReportOfReviewer),
  reports: z.array(ReportOfReviewer),
})
export type ReviewerRow = z.infer<typeof ReviewerRow>

/** A requested or accepted report. */
export const LateReport = z.object({
  id: z.number(),
  status: z.literal(reportStatus.codes),
  /** `submitted`: the reviewer's number of submitted reports in the same term. */
  reviewer: z.object({
    id: z.number(),
    name: z.string(),
    email: z.string(),
    affiliation: z.string(),
    submitted: z.number(),
  }),
  proposal: z.object({ id: z.number(), title: z.string(), term_id: z.number() }),
  requested_at: z.string().nullable(),
  due_at: instant,
  /** 0 before it is due. */
  days_late: z.number(),
  reminded_at: z.string().nullable(),
  ...aboutTo,
  /** Why the reviewer cannot be reminded of it now, or null. */
  why_not_remind: z.string().nullable(),
})
export type LateReport = z.infer<typeof LateReport>

export const ReviewerDetail = ReviewerRow.extend({
  is_reviewer: z.boolean(),
  disabled: z.boolean(),
  previous_reports: z.array(ReportOfReviewer),
  prevReviewerID: z.number().nullable(),
  nextReviewerID: z.number().nullable(),
})
export type ReviewerDetail = z.infer<typeof ReviewerDetail>

/** The kinds of involvement in a proposal that keep a user from reviewing it. */
export const INVOLVEMENTS = ['proposer', 'collaborator', 'declared'] as const

/** A user who can be made a reviewer, with what the office compares before it chooses. */
export const ReviewerChoice = ReviewerRow.omit({ report: true, reports: true }).extend({
  /** In the proposal of the query. */
  part: z.enum(INVOLVEMENTS).nullable(),
  /** Reports of the proposal's term, without a proposal of the current one: not submitted yet, and all except declined. */
  open: z.number(),
  assigned: z.number(),
  /** Reports of any term that were declined or withdrawn. */
  declined: z.number(),
  /** The proposal's keywords that are also on other proposals of the user, and on proposals that they reviewed. */
  own_keywords: z.array(z.string()),
  reviewed_keywords: z.array(z.string()),
  /** What may be a conflict of interest and was not judged, strongest first; for the office. */
  findings: z.array(z.object({ label: z.string(), summary: z.string() })),
})
export type ReviewerChoice = z.infer<typeof ReviewerChoice>

const REASON_LENGTH = 5000
/** More than the open reports of any term. */
const MAX_REMINDED = 5000
const MAX_REQUESTED = 5000

/** A rank as a dropdown sends it; an empty string is null. */
const rank = z.preprocess(
  (value) => (value === '' ? null : value),
  signedNumber('A rank is a number.').nullable(),
)

/** A request as whoever holds its link sees it: nothing of those who propose. */
export const LinkedRequest = z.object({
  report_id: z.number(),
  /** Whom the request was sent to. */
  reviewer: z.string(),
  term_id: z.number(),
  proposal: z.object({ id: z.number(), title: z.string(), abstract: z.string() }),
  due_at: instant,
  requested_at: instant.nullable(),
  expires_at: instant,
  why_not_accept: z.string().nullable(),
  /** The reviewer's other open requests, each with a link of its own. */
  other_requests: z.number(),
})
export type LinkedRequest = z.infer<typeof LinkedRequest>

const TOKEN_LENGTH = 200
const byToken = { params: z.object({ token: z.string().max(TOKEN_LENGTH) }) }

const byReport = byParam('reportId')
const onReport = { params: byReport, reply: Outcome }

export const reports = {
  requested: get('/api/requested_proposals', ['reviewer'], {
    summary: 'Lists the reviews that the caller is asked for and has not answered.',
    reply: z.array(AssignedReport),
  }),
  assigned: get('/api/assigned_proposals', ['reviewer'], {
    summary: 'Lists the proposals that the caller reviews and that the filters match, a page at a time.',
    query: AssignedFilter,
    reply: paged(AssignedReport),
  }),
  get: get('/api/assigned_proposals/:id', reviewers, {
    summary: 'Shows a report with the proposal that it is about.',
    params: byId,
    reply: ReportDetail,
  }),
  proposalPdf: get('/api/assigned_proposals/download_proposals/:proposalId', reviewers, {
    summary: 'Answers a proposal that the caller reviews as a PDF.',
    params: byParam('proposalId'),
    gives: 'file',
  }),
  acceptAll: post('/api/reports/accept_all', ['reviewer'], {
    summary: 'Accepts all reviews that the caller is asked for.',
    reply: Outcome,
    mails: ['review_accepted'],
  }),
  declineAll: post('/api/reports/decline_all', ['reviewer'], {
    summary: 'Declines all reviews that the caller is asked for.',
    reply: Outcome,
    mails: ['review_declined_by_reviewer'],
  }),
  accept: post('/api/reports/accept/:reportId', ['reviewer'], {
    summary: 'Accepts a review that the caller is asked for.',
    ...onReport,
    body: AcceptInput.partial(),
    mails: ['review_accepted'],
  }),
  declineOwn: post('/api/reports/decline_own/:reportId', ['reviewer'], {
    summary: 'Declines a review that the caller is asked for, with a reason.',
    ...onReport,
    body: DeclineInput,
    mails: ['review_declined_by_reviewer'],
  }),
  /** Answers like this one do not depend on the session: a link works for whoever holds it. */
  linked: get('/api/reports/answer/:token', 'public', {
    summary: 'Shows the request for a review behind a mailed link, to whoever holds the link.',
    ...byToken,
    reply: LinkedRequest,
    anonymous: true,
  }),
  acceptLinked: post('/api/reports/answer/:token/accept', 'public', {
    summary: 'Accepts a review through a mailed link.',
    ...byToken,
    body: AcceptInput,
    reply: Outcome,
    mails: ['review_accepted'],
  }),
  declineLinked: post('/api/reports/answer/:token/decline', 'public', {
    summary: 'Declines a review through a mailed link.',
    ...byToken,
    body: DeclineInput,
    reply: Outcome,
    mails: ['review_declined_by_reviewer'],
  }),
  /** A conflict of interest stated through a link: it is confirmed, or was stated by mistake. */
  confirmConflict: post('/api/reports/stated_conflict/:reportId', ['reviewer'], {
    summary:
      'Confirms a conflict of interest that was stated through a mailed link, or says that it was stated by mistake.',
    ...onReport,
    body: z.object({ confirmed: z.boolean(REQUIRED) }),
  }),
  save: put('/api/reports/:id', reviewers, {
    summary: 'Saves the scores and comments of a report.',
    params: byId,
    body: ReportInput,
    reply: Saved,
  }),
  check: get('/api/reports/check/:reportId', reviewers, {
    summary: 'Says whether a report is complete and can be submitted.',
    params: byReport,
    reply: z.boolean(),
  }),
  submit: put('/api/reports/submit/:reportId', reviewers, {
    summary: 'Submits a report, and mails its reviewer a receipt.',
    ...onReport,
    body: z.object({ version }),
    mails: ['report_received'],
  }),
  cancel: put('/api/reports/cancel/:reportId', office, {
    summary: 'Reopens a submitted report, and tells its reviewer.',
    ...onReport,
    mails: ['report_cancelled'],
  }),
  decline: post('/api/reports/decline/:reportId', office, {
    summary: "Takes a requested review back in its reviewer's stead, and tells them.",
    ...onReport,
    mails: ['review_declined'],
  }),
  withdraw: put('/api/reports/withdraw/:reportId', office, {
    summary: 'Takes an accepted review away from its reviewer, with the reason by mail.',
    ...onReport,
    body: z.object({ reason: multiLine({ max: REASON_LENGTH, required: REQUIRED }) }),
    mails: ['review_withdrawn'],
  }),
  pdf: get('/api/reports/download_reports/:reportId', reviewers, {
    summary: 'Answers a report as a PDF.',
    params: byReport,
    gives: 'file',
  }),
  ranks: get('/api/reports/get_rank/:userId', ['reviewer'], {
    summary: 'Answers the ranks that the caller gave to the proposals they review.',
    params: byParam('userId'),
    reply: z.object({ ranks: z.record(z.string(), z.number().nullable()), rankRange: z.array(z.number()) }),
  }),
  saveRanks: post('/api/reports/update_rank', ['reviewer'], {
    summary: 'Saves the ranks of the proposals that the caller reviews.',
    body: z.object({ ranks: z.record(z.string(), rank) }),
    reply: Outcome,
  }),
  reviewers: get('/api/reviewers', staff, {
    summary: 'Lists the reviewers that the filters match with their reports, a page at a time.',
    query: ReviewerFilter,
    /**
     * Over all pages: `not_requested` is the number of reports that SEND ALL REQUEST would request with these
     * filters, `to_request` its recipients, `report_counts` the number of reports by status.
     */
    reply: paged(ReviewerRow).extend({
      not_requested: z.number(),
      to_request: z.array(z.object({ name: z.string(), email: z.string() })),
      report_counts: z.record(z.string(), z.number()),
    }),
    scope: 'read_lists',
  }),
  allReviewers: get('/api/reviewers/get_all_reviewer', staff, {
    summary: 'Lists the reviewers who can be added to a proposal.',
    query: z.object({ proposal_id: idChoice }),
    reply: z.array(ReviewerChoice),
  }),
  download: get('/api/reviewers/download', staff, {
    summary: 'Makes a CSV of the reviewers that the filters match, with their reports.',
    query: ReviewerFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  reviewer: get('/api/reviewers/:id', staff, {
    summary: 'Shows a reviewer with their reports.',
    params: byId,
    reply: ReviewerDetail,
  }),
  requestAllReviewers: put('/api/reviewers/request_all_reviewers', office, {
    summary: 'Requests all reviews that are not requested yet, of all reviewers that the filters match.',
    body: ReviewerForm,
    reply: UndoableOutcome,
    undoable: true,
    mails: ['review_request'],
  }),
  requestAll: put('/api/reviewers/request_all/:id', office, {
    summary: 'Requests all reviews of one reviewer that are not requested yet.',
    params: byId,
    reply: UndoableOutcome,
    undoable: true,
    mails: ['review_request'],
  }),
  requestMany: put('/api/reviewers/request_many', office, {
    summary: 'Requests the chosen reviews.',
    body: z.object({ report_ids: z.array(id).min(1).max(MAX_REQUESTED) }),
    reply: UndoableOutcome,
    undoable: true,
    mails: ['review_request'],
  }),
  request: put('/api/reviewers/request/:reportId', office, {
    summary: 'Requests one review.',
    params: byReport,
    reply: UndoableOutcome,
    undoable: true,
    mails: ['review_request'],
  }),
  remind: put('/api/reviewers/send_reminder/:id', office, {
    summary: 'Reminds a reviewer of all open reports in one e-mail.',
    params: byId,
    reply: UndoableOutcome,
    undoable: true,
    mails: ['review_reminder'],
  }),
  late: get('/api/late_reports', staff, {
    summary: 'Lists the outstanding reports of a call with their due dates and how late each is.',
    query: z.object({ term_id: idChoice }),
    reply: z.array(LateReport),
    scope: 'read_lists',
  }),
  remindMany: post('/api/reviewers/remind', office, {
    summary:
      'Reminds the reviewers of the chosen reports, one e-mail each; reports that cannot be reminded of are named.',
    body: z.object({ report_ids: z.array(id).max(MAX_REMINDED) }),
    reply: UndoableOutcome,
    undoable: true,
    mails: ['review_reminder'],
  }),
  add: put('/api/reviewers/add/:proposalId', office, {
    summary: 'Adds a reviewer to a proposal; the review can then be requested.',
    params: byParam('proposalId'),
    body: z.object({
      reviewer_id: wholeNumber(MAX_ID, REQUIRED),
      /** Findings on the reviewer that no one has judged have been read. */
      acknowledged: checkbox.optional(),
    }),
    /** The new report, which can then be requested. */
    reply: Outcome.extend({ report_id: z.number().optional() }),
  }),
  removeReviewer: put('/api/reviewers/cancel/:reportId', office, {
    ...onReport,
    summary: 'Removes a reviewer from a proposal whose review was not requested.',
  }),
}
