import { z } from 'zod'
import { everyone, reviewers } from '../access.ts'
import { bit, byId, get, instant, Outcome, post, put, Saved } from '../endpoint.ts'
import { Guidance } from '../masters/setting_values.ts'
import { Collaborator } from '../users/person.ts'
import { ProposalInput } from './input.ts'
import { AssignedSample, RequestedSample } from './requested_sample.ts'
import { proposalStatus } from './status.ts'
import { textsReply } from './text_shapes.ts'

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
  status: z.literal(proposalStatus.codes),
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
  /** When it was saved last; null before its proposer begins it. */
  saved_at: instant.nullable(),
  submitted_at: instant.nullable(),
  assigned_samples_status_true: z.array(AssignedSample),
  why_not_edit: z.string().nullable(),
  why_not_submit: z.string().nullable(),
})
export type OwnProposal = z.infer<typeof OwnProposal>

/** What the form of a proposal opens with: the office's guidance beside its texts, or what to do where it stays closed. */
export const EditedProposal = OwnProposal.extend({ guidance: Guidance, what_next: z.string().nullable() })
export type EditedProposal = z.infer<typeof EditedProposal>

const file = { params: byId, gives: 'file' } as const
const act = { params: byId, reply: Outcome }

export const proposals = {
  mine: get('/api/myProposal', ['proposer'], {
    reply: z.object({ status: z.literal(proposalStatus.codes), id: z.number().nullable() }),
  }),
  myAll: get('/api/myAllProposals', ['proposer'], {
    reply: z.array(
      z.object({ id: z.number(), term_id: z.number(), title: z.string(), shortAbstract: z.string() }),
    ),
  }),
  myOld: get('/api/proposals/myOldProposal/:id', ['proposer'], { params: byId, reply: OwnProposal }),
  edit: get('/api/proposals/edit/:id', ['proposer'], { params: byId, reply: EditedProposal }),
  save: post('/api/proposals/edit/:id', ['proposer'], {
    params: byId,
    body: ProposalInput,
    takes: 'multipart',
    reply: Saved,
  }),
  put: put('/api/proposals/edit/:id', ['proposer'], {
    params: byId,
    body: ProposalInput,
    takes: 'multipart',
    reply: Saved,
  }),
  check: get('/api/proposals/check/:id', ['proposer'], { params: byId, reply: z.boolean() }),
  submit: put('/api/proposals/submit/:id', ['proposer'], { ...act, mails: ['proposal_submitted'] }),
  pdf: get('/api/proposals/download_proposal/:id', everyone, file),
  pdfWithAttachment: get('/api/proposals/download_proposals/:id', reviewers, file),
}
