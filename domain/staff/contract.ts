import { z } from 'zod'
import { office, reviewers, staff } from '../access.ts'
import {
  bit,
  byId,
  fileAddress,
  get,
  id,
  instant,
  Outcome,
  paged,
  post,
  put,
  Saved,
  version,
} from '../endpoint.ts'
import { wordChoice } from '../filters.ts'
import { multiLine, mustBeSent } from '../input_schemas.ts'
import { AssignedSampleFilter, Proposal, ProposalConditions, ProposalFilter } from '../proposals/contract.ts'
import { AssignedSample } from '../proposals/requested_samples.ts'
import { proposalStatus } from '../proposals/status.ts'
import { Withdrawal, WithdrawalReason } from '../proposals/withdrawal_schemas.ts'
import { ReportOnProposal } from '../reports/report.ts'
import { reportStatus } from '../reports/status.ts'
import { tooLong } from '../text.ts'
import { Adjusted, AdjustedFilter } from './adjusted_scores.ts'
import { MAX_RANK } from './ranking.ts'
import { DECISION_NOTE_LENGTH, NOTE_LENGTH } from './rules.ts'
import { scoreFigure } from './score_figure.ts'
import { progress } from './status.ts'

/** The averages over a proposal's submitted reports; null without any. */
const Scores = z.object({
  science_score_average: z.number().nullable(),
  technical_score_average: z.number().nullable(),
  total_score_average: z.number().nullable(),
  rank_average: z.number().nullable(),
})

/** A proposal's reports in figures; with a conflict, as without reports. */
const ReviewSummary = Scores.extend({
  reports_submitted: z.number(),
  /** All but the declined ones. */
  reports_asked: z.number(),
  /** Science plus technical score of each submitted report, the lowest first. */
  totals: z.array(z.number()),
  /** How far the totals lie apart; null with fewer than two. */
  spread: z.number().nullable(),
})

/**
 * The staff's list of proposals: its filter, and which fields its rows have. Those of the list leave out reports and assigned
 * samples, those of the ranking abstract and keywords besides; blank means all.
 */
export const ProposalListQuery = ProposalFilter.extend({ fields: wordChoice(['list', 'ranking']) })
export type ProposalListQuery = z.output<typeof ProposalListQuery>

/** A proposal as the ranking shows it. */
const RankedProposal = ReviewSummary.extend({
  id: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  term_id: z.number(),
  title: z.string(),
  status: z.literal(proposalStatus.codes),
  is_unlocked: bit,
  conflict: z.boolean(),
  /** The viewer is on the panel and owes a report on it: of those of others there are neither reports nor figures. */
  reports_withheld: z.boolean(),
  progress: z.literal(progress.codes).nullable(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  /** The viewer has a conflict in the term: ranks are places among what they may see, and cannot be changed. */
  ranks_locked: z.boolean(),
  /** The version of score and rank; 0 when hidden. */
  score_version: z.number(),
})

/** What the ranking does not show. */
const more = {
  shortAbstract: z.string(),
  selected_keywords: z.array(z.string()),
  reports: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      status: z.literal(reportStatus.codes),
      closed: z.boolean(),
      science_score: z.number().nullable(),
      technical_score: z.number().nullable(),
      user: z.object({ id: z.number(), name: z.string() }),
    }),
  ),
  assigned_samples: z.array(AssignedSample),
}
/** A proposal with all fields of the staff's lists. */
export const WholeProposalRow = RankedProposal.extend(more)
export type WholeProposalRow = z.infer<typeof WholeProposalRow>

/** A proposal of the list, with the fields that the query asked for. */
export const ProposalRow = RankedProposal.extend(z.object(more).partial().shape)
export type ProposalRow = z.infer<typeof ProposalRow>

/** How many proposals of a list each of the ranking's views holds. */
export const ViewCounts = z.object({
  all: z.number(),
  /** Those that the viewer may grade, and of these without a grade; 0 for who is not on the panel, and while impersonating. */
  to_grade: z.number(),
  not_graded: z.number(),
  i_speak: z.number(),
  reviewers_disagree: z.number(),
  panel_disagrees: z.number(),
  tie_zone: z.number(),
})
export type ViewCounts = z.infer<typeof ViewCounts>

/** The staff's detail. With a `conflict` it has no reports, scores, rank or notes. */
export const StaffProposal = Proposal.extend({
  conflict: z.boolean(),
  /** As in lists. */
  reports_withheld: z.boolean(),
  /** Proposals of its term can be submitted. */
  window_open: z.boolean(),
  due_at: instant,
  progress: z.literal(progress.codes).nullable(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  ranks_locked: z.boolean(),
  additional_notes: z.string(),
  /** The versions of score and rank, and of the note; 0 when hidden. */
  score_version: z.number(),
  note_version: z.number(),
  reports: z.array(ReportOnProposal),
  assigned_samples: z.array(AssignedSample),
  assigned_samples_status_true: z.array(AssignedSample),
  /** The last withdrawal; null with a conflict. */
  withdrawal: Withdrawal.nullable(),
  prevID: z.number().nullable(),
  nextID: z.number().nullable(),
})
export type StaffProposal = z.infer<typeof StaffProposal>

const rank = scoreFigure(MAX_RANK)
/** One proposal's global score and rank, and the changed ranks of others, each with its own version. */
export const GlobalScoreInput = z.object({
  global_score: scoreFigure(5),
  rank,
  version,
  others: z.array(z.object({ id, rank, version })).max(100).optional(),
  /** Mails the reviewers whose reports a first global score closes. */
  tell_reviewers: z.boolean().optional(),
})
export type GlobalScoreInput = z.output<typeof GlobalScoreInput>

export const NoteInput = z.object({
  note: mustBeSent(multiLine({ max: NOTE_LENGTH, long: tooLong(NOTE_LENGTH, '.') })),
  version,
})
export type NoteInput = z.output<typeof NoteInput>

const decisionNote = mustBeSent(
  multiLine({ max: DECISION_NOTE_LENGTH, long: tooLong(DECISION_NOTE_LENGTH, '.') }),
)
/** Why the panel decided so: what the proposer is told with the result, and what stays with office and panel. */
export const DecisionNotesInput = z.object({ for_proposer: decisionNote, internal: decisionNote, version })
export type DecisionNotesInput = z.output<typeof DecisionNotesInput>

/** Both are '' and the version is 0 until they are first saved. */
export const DecisionNotes = z.object({
  for_proposer: z.string(),
  internal: z.string(),
  version: z.number(),
  saved_by: z.string().nullable(),
  saved_at: instant.nullable(),
})
export type DecisionNotes = z.infer<typeof DecisionNotes>

const onProposal = { params: byId, reply: Outcome }

/** Until when a proposal is unlocked, by default for seven days; its submission may be cancelled with it. */
export const UnlockInput = z
  .object({
    until: z.iso.datetime({ offset: true, error: 'Enter a date and time.' }).nullish(),
    cancel_submission: z.boolean().optional(),
  })
  .nullish()
  .transform((input) => input ?? {})
export type UnlockInput = z.output<typeof UnlockInput>

/** The staff's view of proposals: lists, the detail with its reports, what the office does. */
export const staffProposals = {
  list: get('/api/proposals', staff, {
    summary: 'Lists the proposals that the filters match, a page at a time.',
    query: ProposalListQuery,
    reply: paged(ProposalRow),
    scope: 'read_lists',
  }),
  withReviewers: get('/api/proposals/reviewers', staff, {
    summary: 'Lists the proposals that the filters match with their reviewers, a page at a time.',
    query: ProposalFilter,
    reply: paged(WholeProposalRow),
    scope: 'read_lists',
  }),
  withAssignedSamples: get('/api/proposals/assigned_samples', staff, {
    summary: 'Lists the proposals that have assigned samples, a page at a time.',
    query: AssignedSampleFilter,
    reply: paged(WholeProposalRow),
    scope: 'read_lists',
  }),
  /** The views under the other filters; which view the filter itself asks for makes no difference. */
  viewCounts: get('/api/proposals/views', staff, {
    summary: 'Counts the proposals in each view under the filters.',
    query: ProposalConditions,
    reply: ViewCounts,
  }),
  adjusted: get('/api/proposals/adjusted', staff, {
    summary:
      'Answers scores adjusted for the strictness of reviewers, the line of the material and the tie zone.',
    query: AdjustedFilter,
    reply: Adjusted,
  }),
  download: get('/api/proposals/download', staff, {
    summary: 'Makes a CSV of the proposals that the filters match.',
    query: ProposalFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  downloadAssignedSamples: get('/api/proposals/download_assigned_samples', staff, {
    summary: 'Makes a CSV of the proposals that have assigned samples.',
    query: AssignedSampleFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  get: get('/api/proposals/:id', staff, {
    summary: 'Shows a proposal with its reports and samples.',
    params: byId,
    reply: StaffProposal,
  }),
  score: get('/api/proposals/score/:id', staff, {
    summary: "Answers the averages of the scores and ranks that a proposal's reports give.",
    params: byId,
    reply: Scores,
  }),
  zip: get('/api/proposals/download_reports/:id', reviewers, {
    summary: "Answers the PDFs of a proposal's reports as one ZIP.",
    params: byId,
    gives: 'file',
    media: ['application/zip'],
  }),
  /** The recipients of the correction mail: one mail per proposal and person. */
  correctionMail: get('/api/proposals/correction_mail', office, {
    summary: 'Says who would get the mail that asks to check the submitted proposals.',
    reply: z.object({
      proposals: z.number(),
      mails: z.number(),
      to: z.array(z.object({ name: z.string(), email: z.string() })),
    }),
  }),
  sendCorrectionMail: post('/api/proposals/send_correction_mail', office, {
    summary:
      'Asks the proposers and collaborators of all submitted proposals by mail to check them, one mail per proposal and person.',
    reply: Outcome,
    mails: ['proposal_correction'],
  }),
  saveNote: put('/api/proposals/add/:id', office, {
    summary: "Saves the office's note on a proposal.",
    params: byId,
    body: NoteInput,
    reply: Saved,
  }),
  /** Refused with 403 to those with a conflict of interest. */
  decisionNotes: get('/api/proposals/decision_notes/:id', staff, {
    summary: "Shows the panel's words about a proposal, for its proposer and for the panel itself.",
    params: byId,
    reply: DecisionNotes,
  }),
  saveDecisionNotes: put('/api/proposals/decision_notes/:id', office, {
    summary: "Saves the panel's words about a proposal.",
    params: byId,
    body: DecisionNotesInput,
    reply: Saved,
  }),
  saveGlobalScore: put('/api/proposals/global_score/:id', office, {
    summary:
      "Saves a proposal's global score and rank, which closes its reviewing; reviewers are told on request.",
    params: byId,
    body: GlobalScoreInput,
    reply: Saved,
    mails: ['review_closed'],
  }),
  cancel: put('/api/proposals/cancel/:id', office, {
    summary: 'Takes back the submission of a proposal, and tells its proposer.',
    ...onProposal,
    mails: ['proposal_cancelled'],
  }),
  unlock: put('/api/proposals/unlock/:id', office, {
    summary: 'Unlocks a submitted proposal for its proposer until a moment.',
    ...onProposal,
    body: UnlockInput,
    mails: ['proposal_unlocked'],
  }),
  /** By its proposer: at once before the deadline, or the office is asked. */
  withdraw: put('/api/proposals/withdraw/:id', ['proposer'], {
    summary: "Withdraws one's own proposal before the deadline, and later asks the office to do so.",
    ...onProposal,
    body: WithdrawalReason,
    mails: ['proposal_withdrawn', 'withdrawal_asked'],
  }),
  grantWithdrawal: put('/api/proposals/grant_withdrawal/:id', office, {
    summary: 'Grants a withdrawal that was asked for after the deadline, and closes its reports.',
    ...onProposal,
    mails: ['proposal_withdrawn', 'review_closed'],
  }),
  refuseWithdrawal: put('/api/proposals/refuse_withdrawal/:id', office, {
    summary: 'Refuses a withdrawal that was asked for, with a reason.',
    ...onProposal,
    body: WithdrawalReason,
    mails: ['withdrawal_refused'],
  }),
  cancelUnlock: put('/api/proposals/cancel_unlock/:id', office, {
    ...onProposal,
    summary: 'Ends the unlock of a proposal; nobody is told.',
  }),
}
