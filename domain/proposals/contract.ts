import { z } from 'zod'
import { everyone, reviewers } from '../access.ts'
import { bit, byId, get, instant, Outcome, post, put, Saved } from '../endpoint.ts'
import {
  idChoice,
  listFilter,
  PERSON_SORTS,
  personFilters,
  rowIds,
  searchText,
  termFilter,
  yesNo,
} from '../filters.ts'
import { multiLine, singleLine, upload } from '../input_schemas.ts'
import { Guidance } from '../masters/setting_schemas.ts'
import { LABELS } from '../masters/values.ts'
import { isLimited, MAX_LIMITED } from '../samples/rules.ts'
import { REQUIRED } from '../text.ts'
import { emptyFileAsUndefined, PDF } from '../upload.ts'
import { Collaborator, NAME_LENGTH, PersonInput } from '../users/person_schemas.ts'
import {
  OTHER_LENGTH,
  type ProposalField,
  type ProposalText,
  TEXT_NAMES,
  TEXTS,
  type TextName,
  TITLE_LENGTH,
} from './fields.ts'
import {
  AssignedSample,
  emptyToNull,
  optionalFlag,
  RequestedSample,
  SampleRowInput,
  UNKNOWN_CHOICE,
  wholeId,
} from './requested_samples.ts'
import { proposalStatus } from './status.ts'
import { Withdrawal } from './withdrawal_schemas.ts'

const TEXT_LENGTH = 20_000

const schemaByText = <S extends z.ZodType>(schemaOf: (text: ProposalText) => S) =>
  Object.fromEntries(TEXT_NAMES.map((name) => [name, schemaOf(TEXTS[name])])) as { [N in TextName]: S }

/** The texts as a form sends them; an absent one is left unchanged. */
const textInputs = schemaByText(({ words }) =>
  multiLine({ max: TEXT_LENGTH, ...(words !== null && { words }) }).optional(),
)

const textReplies = schemaByText(() => z.string())

/** A required field that the proposal lacks: the form's field, its label, and the id of its control in the form. */
const MissingField = z.object({ field: z.string(), label: z.string(), anchor: z.string() })

/** The progress of the proposer's proposal of the current term. */
export const OwnProgress = z.object({
  id: z.number(),
  title: z.string(),
  status: z.literal(proposalStatus.codes),
  version: z.number(),
  registered_at: instant,
  /** When it was last saved; null before the first save. */
  saved_at: instant.nullable(),
  submitted_at: instant.nullable(),
  missing: z.array(MissingField),
  /** Sections that Submit does not need and that are empty. */
  empty_sections: z.number(),
  /** Rows of the sample table, and the total requested in mg. */
  samples: z.number(),
  mg: z.number(),
  collaborators: z.number(),
  is_unlocked: z.boolean(),
  why_not_edit: z.string().nullable(),
  why_not_submit: z.string().nullable(),
  /** Until when it can be changed: the deadline, or the end of its unlock if that is later; null when it cannot. */
  editable_until: instant.nullable(),
})
export type OwnProgress = z.infer<typeof OwnProgress>

/** What the proposer's home page shows; `proposal` is null without one in this term. */
export const ProposerProgress = z.object({
  proposals_open_at: instant,
  proposals_close_at: instant,
  reviews_due_at: instant,
  proposal: OwnProgress.nullable(),
})
export type ProposerProgress = z.infer<typeof ProposerProgress>

const MAX_ROWS = 200

/** An absent list is an empty one. */
const optionalList = <S extends z.ZodType>(item: S) =>
  z
    .array(item, 'This field must be a list.')
    .max(MAX_ROWS, `At most ${MAX_ROWS} can be inputted.`)
    .nullish()
    .transform((items) => items ?? [])
const idList = optionalList(wholeId.refine((id) => id > 0, UNKNOWN_CHOICE))
const choicesFrom = (labels: Record<number, string>) =>
  optionalList(wholeId.refine((id) => id in labels, UNKNOWN_CHOICE))
const otherNames = optionalList(z.object({ name: singleLine({ max: OTHER_LENGTH, required: REQUIRED }) }))

/** A PDF, if there is one. */
const PdfUpload = z.preprocess(emptyFileAsUndefined, upload(PDF.maxBytes, PDF).optional())

const sampleRows = optionalList(SampleRowInput).refine(
  (rows) => rows.filter((row) => isLimited(row.type)).length <= MAX_LIMITED,
  `At most ${MAX_LIMITED} samples of Particle and Aggregate can be requested in total.`,
)

/** A collaborator; middle name and suffix may be absent. */
const CollaboratorInput = PersonInput.extend({
  middle_name: singleLine({ max: NAME_LENGTH }),
  suffix: singleLine({ max: NAME_LENGTH }),
})

/** Parts of the body that are not fields themselves. */
type Companion = 'version' | 'accepted_terms_other' | 'keywords_other' | 'methods_other' | 'remove_file'

const inputs = {
  version: z.preprocess(emptyToNull, wholeId.nullable()).optional(),
  early_career: wholeId.refine((id) => id in LABELS.early_career_type, UNKNOWN_CHOICE).optional(),
  check_organization: optionalFlag,
  check_collaborators: optionalFlag,
  title: singleLine({ max: TITLE_LENGTH, required: REQUIRED }),
  ...textInputs,
  proposal_collaborator: optionalList(CollaboratorInput),
  samples: sampleRows,
  accepted_terms: idList,
  accepted_terms_other: choicesFrom(LABELS.proposal_previos_accepted_status),
  keywords: idList,
  keywords_other: otherNames,
  methods: idList,
  methods_other: otherNames,
  conditions: choicesFrom(LABELS.EnvironmentalCondition),
  file: PdfUpload,
  remove_file: optionalFlag,
} satisfies Record<ProposalField | Companion, z.ZodType>

/** The body of the edit form. An absent list is emptied; an absent text and, without file or remove_file, the PDF stay. */
export const ProposalInput = z.object(inputs)
export type ProposalInput = z.infer<typeof ProposalInput>

/** The filters of a list of proposals; the status flags are one group, the score flags another. */
export const proposalFilters = {
  ...personFilters,
  ...termFilter,
  title: searchText,
  abstract: searchText,
  keywords: idChoice,
  not_submitted: yesNo,
  submitted: yesNo,
  assigned: yesNo,
  reviewed: yesNo,
  scored: yesNo,
  excellent: yesNo,
  very_good: yesNo,
  good: yesNo,
  fair: yesNo,
  poor: yesNo,
  not_scored: yesNo,
  is_unlocked: yesNo,
}

/**
 * `search`: words in the title or the proposer's name; `is_reviewed`: reviewed or later; `without_reviewer`: submitted, no reviewer assigned; `to_score`: all reports are
 * submitted, no global score yet; `unlock_ended`: it was unlocked, locked again by itself, and is not submitted; `withdrawal_asked`: its proposer has asked the office to
 * withdraw it; `question_waiting`: its discussion has a question to the reviewers that waits for the office; `not_graded`: the viewer, of the panel, has no grade of it yet; `i_speak`: the viewer is its first or second speaker; `reviewers_disagree`,
 * `panel_disagrees`: on its totals, or on its revealed grades; `tie_zone`: its place may be above or below the line. What a conflict hides is in none of these.
 */
export const ProposalFilter = listFilter(
  {
    ...proposalFilters,
    search: searchText,
    is_reviewed: yesNo,
    without_reviewer: yesNo,
    to_score: yesNo,
    unlock_ended: yesNo,
    withdrawal_asked: yesNo,
    question_waiting: yesNo,
    not_graded: yesNo,
    i_speak: yesNo,
    reviewers_disagree: yesNo,
    panel_disagrees: yesNo,
    tie_zone: yesNo,
    ids: rowIds,
  },
  [
    'id',
    ...PERSON_SORTS,
    'title',
    'term_id',
    'progress',
    'global_score',
    'rank',
    'reports_submitted',
    'science_score_average',
    'technical_score_average',
    'total_score_average',
    'spread',
    'adjusted',
    'my_grade',
    'expected',
    'rank_average',
  ],
)
export type ProposalFilter = z.output<typeof ProposalFilter>

/** The same without order and page. */
export const ProposalConditions = ProposalFilter.omit({ sort: true, dir: true, page: true, per_page: true })
export type ProposalConditions = z.output<typeof ProposalConditions>

/** The filters of the list of proposals with assigned samples. */
export const AssignedSampleFilter = listFilter(
  { ...personFilters, ...termFilter, title: searchText, sample_id: idChoice },
  ['id', ...PERSON_SORTS, 'title', 'term_id', 'global_score'],
)
export type AssignedSampleFilter = z.output<typeof AssignedSampleFilter>

/** A proposal as its proposer and the staff read it. */
export const Proposal = z.object({
  id: z.number(),
  version: z.number(),
  user_id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  /** The ORCID iD that the proposer has signed in with; never a typed one. */
  orcid: z.string().nullable(),
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
  /** The end of the last unlock; null when there was none, or when submitting or locking ended it. */
  unlocked_until: instant.nullable(),
  title: z.string(),
  ...textReplies,
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

/** A version of a proposal as it was submitted. */
const SubmittedVersion = z.object({ id: z.number(), submitted_at: instant })

/**
 * What the proposer's own screens also need: the confirmed assignments, once the term is disabled, and why it cannot
 * be edited or submitted by the server's clock.
 */
export const OwnProposal = Proposal.extend({
  /** When it was last saved; null before the first save. */
  saved_at: instant.nullable(),
  submitted_at: instant.nullable(),
  assigned_samples_status_true: z.array(AssignedSample),
  why_not_edit: z.string().nullable(),
  why_not_submit: z.string().nullable(),
  /** Why it cannot be edited once it is submitted and no longer unlocked; null if it can. */
  why_not_edit_submitted: z.string().nullable(),
  /** As in `OwnProgress`. */
  editable_until: instant.nullable(),
  /** Newest first; those of before they were kept are missing. */
  submitted_versions: z.array(SubmittedVersion),
  /** The last withdrawal, or that which waits for the office. */
  withdrawal: Withdrawal.nullable(),
  why_not_withdraw: z.string().nullable(),
  /** The proposer withdraws at once; otherwise the office is asked. */
  withdraws_at_once: z.boolean(),
  /** Collaborators with an account may read it. */
  collaborators_may_read: z.boolean(),
})
export type OwnProposal = z.infer<typeof OwnProposal>

/** A proposal for its form, with the office's guidance on the texts; `what_next` says what to do when it is closed. */
export const EditedProposal = OwnProposal.extend({ guidance: Guidance, what_next: z.string().nullable() })
export type EditedProposal = z.infer<typeof EditedProposal>

const file = { params: byId, gives: 'file' } as const

const QUESTION_LENGTH = 5000
/** A question to the office, about the sender's proposal of the current call where there is one. */
export const QuestionInput = z.object({
  question: multiLine({ max: QUESTION_LENGTH, required: REQUIRED }),
})

/** A proposal that its proposer lets the viewer read as a collaborator. */
export const SharedProposal = z.object({
  id: z.number(),
  term_id: z.number(),
  title: z.string(),
  proposer: z.string(),
  status: z.literal(proposalStatus.codes),
})
export type SharedProposal = z.infer<typeof SharedProposal>

export const proposals = {
  mine: get('/api/myProposal', ['proposer'], {
    summary: "Answers the status and the id of one's own proposal in the current call.",
    reply: z.object({ status: z.literal(proposalStatus.codes), id: z.number().nullable() }),
  }),
  myAll: get('/api/myAllProposals', ['proposer'], {
    summary: "Lists one's own proposals of earlier calls, newest first.",
    reply: z.array(
      z.object({ id: z.number(), term_id: z.number(), title: z.string(), shortAbstract: z.string() }),
    ),
  }),
  myOld: get('/api/proposals/myOldProposal/:id', ['proposer'], {
    summary: "Shows one's own proposal of an earlier call.",
    params: byId,
    reply: OwnProposal,
  }),
  edit: get('/api/proposals/edit/:id', ['proposer'], {
    summary: "Shows one's own proposal for its form.",
    params: byId,
    reply: EditedProposal,
  }),
  save: post('/api/proposals/edit/:id', ['proposer'], {
    summary: "Saves one's own proposal, with a PDF if one is sent; the same as PUT.",
    params: byId,
    body: ProposalInput,
    takes: 'multipart',
    reply: Saved,
  }),
  put: put('/api/proposals/edit/:id', ['proposer'], {
    summary: "Saves one's own proposal, with a PDF if one is sent.",
    params: byId,
    body: ProposalInput,
    takes: 'multipart',
    reply: Saved,
  }),
  check: get('/api/proposals/check/:id', ['proposer'], {
    summary: "Says whether one's own proposal is complete and not yet submitted.",
    params: byId,
    reply: z.boolean(),
  }),
  submit: put('/api/proposals/submit/:id', ['proposer'], {
    summary: "Submits one's own proposal, and tells its proposer and its collaborators.",
    params: byId,
    reply: Outcome,
    mails: ['proposal_submitted'],
  }),
  /** 'Done, lock it again' on a submitted, unlocked proposal. */
  lock: put('/api/proposals/lock/:id', ['proposer'], {
    summary: "Locks one's own submitted proposal again that the office had unlocked.",
    params: byId,
    reply: Outcome,
  }),
  /** The submitted version, by default the last, as it was, with its attachment. */
  myCopy: get('/api/proposals/my_copy/:id', ['proposer'], {
    summary:
      "Answers a submitted version of one's own proposal as a PDF, by default the last, with its attachment.",
    ...file,
    query: z.object({ version: idChoice }),
  }),
  /** Mails the office, and the proposer a copy. */
  askOffice: post('/api/proposals/ask_office', ['proposer'], {
    summary: 'Mails the office a question, and the sender a copy.',
    body: QuestionInput,
    reply: Outcome,
    mails: ['office_question', 'office_question_copy'],
  }),
  share: put('/api/proposals/collaborators_may_read/:id', ['proposer'], {
    summary: "Allows the collaborators of one's own proposal to read it, or no longer.",
    params: byId,
    body: z.object({ allowed: z.boolean(REQUIRED) }),
    reply: Outcome,
  }),
  /** The proposals of others that the viewer may read as a collaborator, newest first. */
  shared: get('/api/proposals/shared', everyone, {
    summary: 'Lists the proposals of others that the caller may read as a collaborator, newest first.',
    reply: z.array(SharedProposal),
  }),
  sharedOne: get('/api/proposals/shared/:id', everyone, {
    summary: 'Shows a proposal that the caller may read as a collaborator.',
    params: byId,
    reply: Proposal,
  }),
  sharedPdf: get('/api/proposals/shared_pdf/:id', everyone, {
    ...file,
    summary: 'Answers a proposal that the caller may read as a collaborator as a PDF.',
  }),
  pdf: get('/api/proposals/download_proposal/:id', everyone, {
    ...file,
    summary:
      "Answers the attached PDF to the proposal's proposer, and an export as a PDF to others who may read it.",
  }),
  pdfWithAttachment: get('/api/proposals/download_proposals/:id', reviewers, {
    ...file,
    summary: 'Answers a proposal as a PDF, followed by the attached PDF.',
  }),
}
