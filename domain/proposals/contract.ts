import { z } from 'zod'
import { prose, tooLong } from '../fields.ts'
import { numeric } from '../number.ts'
import { reportText } from '../reports/report.ts'
import { Collaborator } from '../users/person.ts'
import {
  bit,
  byId,
  everyone,
  fileAddress,
  get,
  instant,
  Outcome,
  office,
  paged,
  post,
  put,
  reviewers,
  staff,
} from '../wire.ts'
import { ProposalInput } from './input.ts'
import { AssignedSampleFilter, AssignedSampleRow, ProposalFilter, ProposalRow } from './list.ts'
import { AssignedSample, RequestedSample } from './requested_sample.ts'
import { textsReply } from './texts.ts'

/** A proposal as its proposer and the staff read it. */
export const Proposal = z.object({
  id: z.number(),
  version: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  early_career: z.number(),
  term_id: z.number(),
  term: z.object({
    id: z.number(),
    disabled: z.boolean(),
    proposals_open_at: instant,
    proposals_close_at: instant,
  }),
  status: z.number(),
  is_unlocked: bit,
  title: z.string(),
  ...textsReply,
  shortAbstract: z.string(),
  check_organization: bit,
  check_collaborators: bit,
  file: z.object({ original_file_name: z.string() }).nullable(),
  proposal_collaborator: z.array(Collaborator),
  accepted_terms: z.array(
    z.object({ term_id: z.number().nullable(), other_status_id: z.number().nullable() }),
  ),
  selected_keywords: z.array(
    z.object({ keyword_id: z.number().nullable(), keyword_other: z.string().nullable(), name: z.string() }),
  ),
  selected_methods: z.array(
    z.object({
      analysis_method_id: z.number().nullable(),
      analysis_method_other: z.string().nullable(),
      name: z.string(),
    }),
  ),
  selected_conditions: z.array(z.object({ environmental_condition_id: z.number() })),
  requested_samples: z.array(RequestedSample),
})
export type Proposal = z.infer<typeof Proposal>

/**
 * What the proposer's own screens also need: the confirmed assignments, once the term is disabled, and why it can not
 * be edited or submitted by the server's clock.
 */
export const OwnProposal = Proposal.extend({
  assigned_samples_status_true: z.array(AssignedSample),
  why_not_edit: z.string().nullable(),
  why_not_submit: z.string().nullable(),
})
export type OwnProposal = z.infer<typeof OwnProposal>

/** A report as staff see it on the proposal. */
export const ReportOnProposal = z.object({
  ...reportText,
  user: z.object({ id: z.number(), name: z.string() }),
  proposal_id: z.number(),
})
export type ReportOnProposal = z.infer<typeof ReportOnProposal>

/** The staff's detail. A member with a conflict gets no reports, scores, rank or notes, and `conflict` says so. */
export const StaffProposal = Proposal.extend({
  conflict: z.boolean(),
  /** Proposals of its term can still be submitted. */
  window_open: z.boolean(),
  progress: z.number().nullable(),
  global_score: z.number().nullable(),
  rank: z.number().nullable(),
  additional_notes: z.string(),
  reports: z.array(ReportOnProposal),
  assigned_samples: z.array(AssignedSample),
  assigned_samples_status_true: z.array(AssignedSample),
  prevID: z.number().nullable(),
  nextID: z.number().nullable(),
})
export type StaffProposal = z.infer<typeof StaffProposal>

export const Scores = z.object({
  science_score_average: z.number().nullable(),
  technical_score_average: z.number().nullable(),
  total_score_average: z.number().nullable(),
  rank_average: z.number().nullable(),
})

/** A number of at most two decimals from 0 to `max`; empty is null and clears it. */
const figure = (max: number) => {
  const range = `Only a number from 0 to ${max} can be inputted in this form.`
  return z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    numeric(range)
      .refine((n) => n >= 0 && n <= max, { error: range, abort: true })
      .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, 'At most two decimals can be inputted.')
      .nullish()
      .transform((n) => n ?? null),
  )
}
export const GlobalScoreInput = z.object({ global_score: figure(5), rank: figure(20) })

export const NOTE_LENGTH = 5000
export const NoteInput = z.object({ note: prose({ max: NOTE_LENGTH, long: tooLong(NOTE_LENGTH, '.') }) })

const file = { params: byId, gives: 'file' } as const
const act = { params: byId, reply: Outcome }

export const proposals = {
  mine: get('/api/myProposal', ['proposer'], {
    reply: z.object({ status: z.number(), id: z.number().nullable() }),
  }),
  myAll: get('/api/myAllProposals', ['proposer'], {
    reply: z.array(
      z.object({ id: z.number(), term_id: z.number(), title: z.string(), shortAbstract: z.string() }),
    ),
  }),
  myOld: get('/api/proposals/myOldProposal/:id', ['proposer'], { params: byId, reply: OwnProposal }),
  edit: get('/api/proposals/edit/:id', ['proposer'], { params: byId, reply: OwnProposal }),
  save: post('/api/proposals/edit/:id', ['proposer'], {
    params: byId,
    body: ProposalInput,
    takes: 'multipart',
    reply: Outcome.extend({ version: z.number().optional() }),
  }),
  put: put('/api/proposals/edit/:id', ['proposer'], {
    params: byId,
    body: ProposalInput,
    takes: 'multipart',
    reply: Outcome.extend({ version: z.number().optional() }),
  }),
  check: get('/api/proposals/check/:id', ['proposer'], { params: byId, reply: z.boolean() }),
  submit: put('/api/proposals/submit/:id', ['proposer'], act),
  list: get('/api/proposals', staff, { query: ProposalFilter, reply: paged(ProposalRow) }),
  withReviewers: get('/api/proposals/reviewers', staff, { query: ProposalFilter, reply: paged(ProposalRow) }),
  withAssignedSamples: get('/api/proposals/assigned_samples', staff, {
    query: AssignedSampleFilter,
    reply: paged(AssignedSampleRow),
  }),
  download: get('/api/proposals/download', staff, { query: ProposalFilter, reply: fileAddress }),
  downloadAssignedSamples: get('/api/proposals/download_assigned_samples', staff, {
    query: AssignedSampleFilter,
    reply: fileAddress,
  }),
  get: get('/api/proposals/:id', staff, { params: byId, reply: StaffProposal }),
  score: get('/api/proposals/score/:id', staff, { params: byId, reply: Scores }),
  pdf: get('/api/proposals/download_proposal/:id', everyone, file),
  pdfWithAttachment: get('/api/proposals/download_proposals/:id', reviewers, file),
  zip: get('/api/proposals/download_reports/:id', reviewers, file),
  sendCorrectionMail: post('/api/proposals/send_correction_mail', office, { reply: Outcome }),
  saveNote: put('/api/proposals/add/:id', office, { ...act, body: NoteInput }),
  saveGlobalScore: put('/api/proposals/global_score/:id', office, { ...act, body: GlobalScoreInput }),
  cancel: put('/api/proposals/cancel/:id', office, act),
  unlock: put('/api/proposals/unlock/:id', office, act),
  cancelUnlock: put('/api/proposals/cancel_unlock/:id', office, act),
}
