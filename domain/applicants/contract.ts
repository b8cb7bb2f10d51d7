import { z } from 'zod'
import { office, ROLES } from '../access.ts'
import {
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
import {
  checkedCodes,
  codeChoice,
  collaboratorFilters,
  listFilter,
  PERSON_SORTS,
  personFilters,
  rowIds,
  searchText,
  termFilter,
  yesNo,
} from '../filters.ts'
import { multiLine, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { Collaborator, Person, PersonInput, personSchema } from '../users/person_schemas.ts'
import { RUN_DECISIONS, RUN_ROW_STATES } from './runs.ts'
import { applicantStatus } from './status.ts'

export const TITLE_LENGTH = 200
export const ABSTRACT_LENGTH = 5000
export const ABSTRACT_WORDS = 150
const MAX_COLLABORATORS = 500

/** One of the early-career types; a form may send its id as text. */
const EarlyCareer = wholeNumber(2, REQUIRED).default(0)

/** The Notice of Intent. `methods` is 'validate' on the first submit and 'add' on the confirm submit. */
export const NoticeInput = z.object({
  methods: z.enum(['validate', 'add']).default('validate'),
  ...personSchema(),
  early_career: EarlyCareer,
  proposal_title: singleLine({ max: TITLE_LENGTH, required: REQUIRED }),
  proposal_abstract: mustBeSent(multiLine({ max: ABSTRACT_LENGTH, words: ABSTRACT_WORDS })),
  collaborators: mustBeSent(
    z
      .array(PersonInput, 'This field must be a list.')
      .max(MAX_COLLABORATORS, `At most ${MAX_COLLABORATORS} collaborators can be listed.`),
  ),
})
export type NoticeInput = z.infer<typeof NoticeInput>

/** What a visitor sends: `orcid` is the iD that their browser has signed in with, which the server checks. */
export const SentNotice = NoticeInput.extend({ orcid: z.string().max(19).nullish() })
export type SentNotice = z.infer<typeof SentNotice>

/** A Notice of Intent as corrected by the office. */
export const ApplicantInput = NoticeInput.extend({ version })
export type ApplicantInput = z.infer<typeof ApplicantInput>

export const ApplicantFilter = listFilter(
  {
    ids: rowIds,
    ...personFilters,
    ...collaboratorFilters,
    ...termFilter,
    proposal_title: searchText,
    status: checkedCodes,
    early_career: codeChoice,
    /** Not registered, although the last run that had them should have registered or rejected them. */
    run_failed: yesNo,
  },
  ['id', ...PERSON_SORTS, 'proposal_title', 'status', 'early_career', 'term_id', 'created_at'],
)
export type ApplicantFilter = z.output<typeof ApplicantFilter>

export const ApplicantRow = Person.extend({
  id: z.number(),
  term_id: z.number(),
  early_career: z.number(),
  proposal_title: z.string(),
  status: z.literal(applicantStatus.codes),
  created_at: instant,
  /** The ORCID iD that the sender signed in with; never a typed one. */
  orcid: z.string().nullable(),
  applicant_collaborator: z.array(Collaborator),
  /** Why the last run that had the applicant did not register or reject it, while it is not registered; else null. */
  run_failure: z.string().nullable(),
})
export type ApplicantRow = z.infer<typeof ApplicantRow>

/** Another applicant of the same term who shares the e-mail or the name. */
const Namesake = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  status: z.literal(applicantStatus.codes),
  shares: z.array(z.enum(['email', 'name'])),
})

export const ApplicantDetail = ApplicantRow.extend({
  version: z.number(),
  proposal_abstract: z.string(),
  user_id: z.number().nullable(),
  /** E-mail of the user who has or had this address; null if registering creates a new user. */
  account: z.string().nullable(),
  /** The proposal that this account already has in the term. */
  account_proposal: z.object({ id: z.number(), title: z.string() }).nullable(),
  prevID: z.number().nullable(),
  nextID: z.number().nullable(),
  namesakes: z.array(Namesake),
  term: z.object({ id: z.number(), noi_opens_at: instant, noi_closes_at: instant, disabled: z.boolean() }),
})
export type ApplicantDetail = z.infer<typeof ApplicantDetail>

const MAX_SELECTED = 500

/** What is known of a selected applicant before the office decides. */
export const SelectedApplicant = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  term_id: z.number(),
  /** Why nothing can be decided on it, or null. */
  why_not: z.string().nullable(),
  /** The user who has or had this address; null if registering creates a new one. */
  account: z
    .object({ id: z.number(), roles: z.array(z.enum(ROLES)), disabled: z.boolean(), deleted: z.boolean() })
    .nullable(),
  /** The proposal that this account already has in the term. */
  proposal: z.object({ id: z.number(), title: z.string() }).nullable(),
  /** Other applicants of the term with the same account or name. */
  namesakes: z.array(
    z.object({
      id: z.number(),
      name: z.string(),
      email: z.string(),
      status: z.literal(applicantStatus.codes),
      same_account: z.boolean(),
    }),
  ),
})
export type SelectedApplicant = z.infer<typeof SelectedApplicant>

const selectedIds = z
  .array(id, 'This field must be a list.')
  .max(MAX_SELECTED, `At most ${MAX_SELECTED} applicants can be decided on at once.`)
  .transform((ids) => [...new Set(ids)])

/** A decision on selected applicants, in their order; those in `without_mail` are rejected without an e-mail. */
export const RunInput = z
  .object({
    decision: z.enum(RUN_DECISIONS, 'This decision is not known.'),
    ids: selectedIds.refine((ids) => ids.length > 0, 'Select at least one applicant.'),
    without_mail: selectedIds.default([]),
  })
  .superRefine(({ decision, ids, without_mail }, issues) => {
    const why =
      without_mail.length > 0 && decision !== 'reject'
        ? 'Only applicants who are rejected can be left without an e-mail.'
        : without_mail.some((one) => !ids.includes(one)) && 'These applicants must be among those selected.'
    if (why) issues.addIssue({ code: 'custom', path: ['without_mail'], message: why })
  })
export type RunInput = z.output<typeof RunInput>

/** A run of one decision over many applicants, with its numbers of applicants. */
export const RunSummary = z.object({
  id: z.number(),
  decision: z.enum(RUN_DECISIONS),
  /** Name of the member of the office who started it. */
  started_by: z.string(),
  started_at: instant,
  /** Null while applicants wait. */
  ended_at: instant.nullable(),
  waiting: z.number(),
  done: z.number(),
  failed: z.number(),
})
export type RunSummary = z.infer<typeof RunSummary>

export const Run = RunSummary.extend({
  rows: z.array(
    z.object({
      applicant_id: z.number(),
      name: z.string(),
      state: z.enum(RUN_ROW_STATES),
      /** What was done, or why it was not; '' while it waits. */
      message: z.string(),
    }),
  ),
})
export type Run = z.infer<typeof Run>

export const applicants = {
  create: post('/api/applicants/create', 'public', {
    summary:
      'Checks a Notice of Intent for the current call, or with `methods: add` files it and mails its applicant a receipt.',
    body: SentNotice,
    reply: Outcome,
    refusal: 202,
    mails: ['notice_receipt'],
  }),
  notRegisteredCount: get('/api/applicants/getNotRegisteredCount', office, {
    summary: 'Counts the notices of the current call that are neither registered nor rejected.',
    reply: z.number(),
  }),
  list: get('/api/applicants', office, {
    summary: 'Lists the notices that the filters match, a page at a time.',
    query: ApplicantFilter,
    reply: paged(ApplicantRow),
    scope: 'read_lists',
  }),
  get: get('/api/applicants/:id', office, {
    summary: 'Shows a notice, with what resembles it and what registering it would do.',
    params: byId,
    reply: ApplicantDetail,
  }),
  reject: put('/api/applicants/reject/:id', office, {
    summary: 'Rejects a notice and tells its applicant.',
    params: byId,
    reply: Outcome,
    mails: ['rejection'],
  }),
  rejectNoMail: put('/api/applicants/reject_no_mail/:id', office, {
    summary: 'Rejects a notice without an e-mail.',
    params: byId,
    reply: Outcome,
  }),
  cancelReject: put('/api/applicants/cancel_reject/:id', office, {
    summary: 'Takes back the rejection of a notice.',
    params: byId,
    reply: Outcome,
  }),
  register: put('/api/applicants/register/:id', office, {
    summary:
      'Registers an applicant: creates the account where there is none, opens an empty proposal, and mails how to sign in.',
    params: byId,
    reply: Outcome,
    mails: ['registration'],
  }),
  edit: get('/api/proposers/applicant/edit/:id', office, {
    summary: 'Shows a notice for its form.',
    params: byId,
    reply: ApplicantDetail,
  }),
  save: put('/api/proposers/applicant/edit/:id', office, {
    summary: 'Corrects a notice.',
    params: byId,
    body: ApplicantInput,
    reply: Saved,
  }),
  selected: get('/api/applicants/selected', office, {
    summary: 'Shows the chosen notices, to decide on them together.',
    query: z.object({ ids: rowIds }),
    reply: z.array(SelectedApplicant),
  }),
  runs: get('/api/applicants/runs', office, {
    summary: 'Lists the runs that registered or rejected many applicants one after the other.',
    reply: z.array(RunSummary),
  }),
  run: get('/api/applicants/runs/:id', office, {
    summary: 'Shows a run with the outcome of each applicant.',
    params: byId,
    reply: Run,
  }),
  startRun: post('/api/applicants/runs', office, {
    summary: 'Registers or rejects many applicants one after the other, in the background.',
    body: RunInput,
    reply: Outcome.extend({ id: z.number().optional() }),
    mails: ['registration', 'rejection'],
  }),
  download: get('/api/applicant/download', office, {
    summary: 'Makes a CSV of the notices that the filters match.',
    query: ApplicantFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
}
