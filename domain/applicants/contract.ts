import { z } from 'zod'
import { office } from '../access.ts'
import { byId, fileAddress, get, instant, Outcome, paged, post, put, Saved, version } from '../endpoint.ts'
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
} from '../filters.ts'
import { multiLine, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { Collaborator, Person, PersonInput, personSchema } from '../users/person.ts'
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
  applicant_collaborator: z.array(Collaborator),
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

export const applicants = {
  create: post('/api/applicants/create', 'public', {
    body: NoticeInput,
    reply: Outcome,
    refusal: 202,
    mails: ['notice_receipt'],
  }),
  notRegisteredCount: get('/api/applicants/getNotRegisteredCount', office, { reply: z.number() }),
  list: get('/api/applicants', office, { query: ApplicantFilter, reply: paged(ApplicantRow) }),
  get: get('/api/applicants/:id', office, { params: byId, reply: ApplicantDetail }),
  reject: put('/api/applicants/reject/:id', office, { params: byId, reply: Outcome, mails: ['rejection'] }),
  rejectNoMail: put('/api/applicants/reject_no_mail/:id', office, { params: byId, reply: Outcome }),
  cancelReject: put('/api/applicants/cancel_reject/:id', office, { params: byId, reply: Outcome }),
  register: put('/api/applicants/register/:id', office, {
    params: byId,
    reply: Outcome,
    mails: ['registration'],
  }),
  edit: get('/api/proposers/applicant/edit/:id', office, { params: byId, reply: ApplicantDetail }),
  save: put('/api/proposers/applicant/edit/:id', office, {
    params: byId,
    body: ApplicantInput,
    reply: Saved,
  }),
  download: get('/api/applicant/download', office, { query: ApplicantFilter, reply: fileAddress }),
}
