import { z } from 'zod'
import { office, staff } from '../access.ts'
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
  UndoableOutcome,
  version,
} from '../endpoint.ts'
import { idChoice, listFilter, rowIds, searchText, wordChoice, yesNo } from '../filters.ts'
import { multiLine, mustBeSent } from '../input_schemas.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { ANSWER_NAMES, FINDING_KIND_NAMES, REASON_NAMES, resultOutcome, resultState } from './status.ts'

/** The most results that one act is about. */
export const MAX_RESULTS = 2000
/** The most characters of the text for a proposer, and of a reason. */
export const TEXT_LENGTH = 5000
export const REASON_LENGTH = 1000

const Moment = z.object({ by: z.string(), at: instant })

/** A sample as the result names it: weight in mg, size in micrometres, pressure in Pa, volume in ml. */
export const ResultSample = z.object({
  sample_id: z.number(),
  name: z.string(),
  db_type: AsteroidSchema,
  sample_type: SampleTypeSchema,
  weight: z.number().nullable(),
  size: z.number().nullable(),
  pressure: z.number().nullable(),
  volume: z.number().nullable(),
  /** Null until its proposer, or the office for them, has answered. */
  accepted: z.boolean().nullable(),
})
export type ResultSample = z.infer<typeof ResultSample>

/** A request that is not met, or not in full. */
export const UnmetRequest = z.object({
  /** Its place in the table of requests, from 1. */
  priority: z.number(),
  /** The sample that it names; null asks for any. */
  name: z.string().nullable(),
  db_type: AsteroidSchema,
  sample_type: SampleTypeSchema,
  /** What it asks for: 'about 2 mg', '3 bottles'; may be empty. */
  asked: z.string(),
  asked_count: z.number(),
  given_count: z.number(),
  /** Null where the allocation does not know it: the office chooses it. */
  reason: z.enum(REASON_NAMES).nullable(),
  /** The allocation knows it. */
  known: z.boolean(),
  /** What the allocation says; the office may have chosen another one. */
  proposed: z.enum(REASON_NAMES).nullable(),
})
export type UnmetRequest = z.infer<typeof UnmetRequest>

const Answered = z.object({
  accepted: z.number(),
  declined: z.number(),
  at: instant,
  by: z.string(),
  /** The office answered for the proposer. */
  on_behalf: z.boolean(),
})

/** A result in the list: the correction that is being prepared where there is one, else the last version. */
export const ResultRow = z.object({
  proposal_id: z.number(),
  term_id: z.number(),
  title: z.string(),
  name: z.string(),
  affiliation: z.string(),
  /** 1, and one more for each correction. */
  edition: z.number(),
  state: z.literal(resultState.codes),
  outcome: z.literal(resultOutcome.codes),
  requests: z.number(),
  /** Requests that are met in full. */
  met: z.number(),
  samples: z.number(),
  /** Weight in mg of the samples, as far as it is known. */
  mg: z.number(),
  /** Of the requests that are not met, in their order; null where one is still to be chosen. */
  reasons: z.array(z.enum(REASON_NAMES).nullable()),
  /** Findings that nobody has allowed. */
  findings: z.number(),
  released_at: instant.nullable(),
  /** The last day to answer, until its end in UTC; null without samples. */
  answer_by: z.string().nullable(),
  /** How its answer stands; `none` before its release. */
  answer: z.enum(ANSWER_NAMES),
  answered: Answered.nullable(),
  why_not_check: z.string().nullable(),
  why_not_release: z.string().nullable(),
  /** Set while it is about to be released, or its proposer about to be reminded. */
  about_to: z.object({ what: z.enum(['release', 'remind']), by: z.string(), due_at: instant }).nullable(),
})
export type ResultRow = z.infer<typeof ResultRow>

/** How many results of a term are in each state; those that the viewer has a conflict with are in none. */
const ResultCounts = z.object({
  /** Submitted proposals. */
  proposals: z.number(),
  not_drafted: z.number(),
  /** Drafts with a finding; they are not among `drafted`. */
  finding: z.number(),
  drafted: z.number(),
  checked: z.number(),
  released: z.number(),
  read: z.number(),
  answered: z.number(),
  noted: z.number(),
  granted: z.number(),
  part: z.number(),
  not: z.number(),
  answers_overdue: z.number(),
})
export type ResultCounts = z.infer<typeof ResultCounts>

/** A passage of the text that may give away what its reader may not know. Positions count UTF-16 units. */
export const TextFinding = z.object({
  /** Which text it is in. */
  field: z.enum(['text', 'correction']),
  kind: z.enum(FINDING_KIND_NAMES),
  start: z.number(),
  end: z.number(),
  /** '12 words are copied from a report.' */
  why: z.string(),
  /** Of the kind and the words: sent back to allow it. */
  fingerprint: z.string(),
  allowed: Moment.extend({ reason: z.string() }).nullable(),
})
export type TextFinding = z.infer<typeof TextFinding>

/** An earlier version, as it was sent. */
const EarlierResult = z.object({
  edition: z.number(),
  outcome: z.literal(resultOutcome.codes),
  text: z.string(),
  correction: z.string(),
  released: Moment,
  samples: z.array(ResultSample),
  unmet: z.array(UnmetRequest),
})

/** A sample that was declined, and the next in rank whom it would serve: advice, which changes nothing. */
export const FreedSample = z.object({
  sample_id: z.number(),
  name: z.string(),
  declined_by: z.number(),
  /** Null where it serves nobody the viewer may know of. */
  next: z
    .object({ proposal_id: z.number(), title: z.string(), name: z.string(), priority: z.number() })
    .nullable(),
})
export type FreedSample = z.infer<typeof FreedSample>

export const ResultDetail = ResultRow.extend({
  term_disabled: z.boolean(),
  /** Of its PDF. */
  heading: z.string(),
  /** The panel's words for the proposer. */
  text: z.string(),
  /** What a correction corrects, as its proposer reads it; '' in the first version. */
  correction: z.string(),
  sample_list: z.array(ResultSample),
  unmet: z.array(UnmetRequest),
  text_findings: z.array(TextFinding),
  drafted: Moment,
  saved: Moment,
  checked: Moment.nullable(),
  released: Moment.nullable(),
  read_at: instant.nullable(),
  noted: Moment.nullable(),
  reminded_at: z.array(instant),
  earlier: z.array(EarlierResult),
  /** Declined samples, before and after the office has taken note. */
  freed: z.array(FreedSample),
  /** Loans that came of it, by number. */
  loans: z.array(z.string()),
  /** The e-mails of its release, as they would be sent now or were. */
  mails: z.array(z.object({ to: z.string(), name: z.string(), subject: z.string(), text: z.string() })),
  /** Samples were confirmed or taken back since it was drafted: `renew` takes them up. */
  outdated: z.boolean(),
  why_not_save: z.string().nullable(),
  /** Null only where what is confirmed, or a reason, has changed since it was drafted. */
  why_not_renew: z.string().nullable(),
  why_not_correct: z.string().nullable(),
  why_not_answer: z.string().nullable(),
  why_not_note: z.string().nullable(),
  why_not_remind: z.string().nullable(),
  version: z.number(),
})
export type ResultDetail = z.infer<typeof ResultDetail>

/** A released result as its proposer reads it. */
export const OwnResult = z.object({
  proposal_id: z.number(),
  term_id: z.number(),
  title: z.string(),
  edition: z.number(),
  outcome: z.literal(resultOutcome.codes),
  /** Its first version's, and this one's. */
  released_at: instant,
  first_released_at: instant,
  /** Collaborators who were e-mailed too. */
  collaborators: z.number(),
  requests: z.number(),
  met: z.number(),
  text: z.string(),
  correction: z.string(),
  samples: z.array(ResultSample),
  unmet: z.array(UnmetRequest.omit({ known: true, proposed: true })),
  read_at: instant.nullable(),
  answer_by: z.string().nullable(),
  answer: z.enum(ANSWER_NAMES),
  answered: Answered.nullable(),
  /** Why it can no longer be answered, or the answer changed; null if it can. */
  why_not_answer: z.string().nullable(),
  /** Days before `answer_by` on which a reminder is sent. */
  reminder_days: z.array(z.number()),
  /** For how long a loan is, from its receipt: the setting. */
  loan_days: z.number(),
  /** Loans that came of it, by number. */
  loans: z.array(z.string()),
})
export type OwnResult = z.infer<typeof OwnResult>

const STATE_FILTERS = [...resultState.codes, 'finding', 'not_released'] as const

const resultFilters = {
  /** In the title, or in the proposer's name or affiliation. */
  search: searchText,
  term_id: idChoice,
  state: wordChoice(STATE_FILTERS),
  outcome: wordChoice(resultOutcome.codes),
  answer: wordChoice(ANSWER_NAMES),
  /** With a declined sample that the office has not taken note of. */
  declined: yesNo,
  ids: rowIds,
}
export const ResultFilter = listFilter(resultFilters, [
  'id',
  'title',
  'name',
  'outcome',
  'state',
  'answer_by',
])
export type ResultFilter = z.output<typeof ResultFilter>

/** What a result must match, without order and page. */
export const ResultConditions = z.object(resultFilters)
export type ResultConditions = z.output<typeof ResultConditions>

const proposal_ids = z.array(id).min(1).max(MAX_RESULTS)
const Chosen = z.object({ proposal_ids })

const text = mustBeSent(multiLine({ max: TEXT_LENGTH, long: tooLong(TEXT_LENGTH, '.') }))
const reason = multiLine({ max: REASON_LENGTH, required: REQUIRED })

/** The text, and the reason of each request that is not met. */
export const ResultInput = z.object({
  text,
  correction: multiLine({ max: TEXT_LENGTH, long: tooLong(TEXT_LENGTH, '.') }),
  reasons: z.array(z.object({ priority: id, reason: z.enum(REASON_NAMES).nullable() })).max(100),
  version,
})
export type ResultInput = z.output<typeof ResultInput>

/** What a correction changes: samples that are taken back and that are added, both when it is released. */
export const CorrectionInput = z.object({
  correction: multiLine({ max: TEXT_LENGTH, required: REQUIRED, long: tooLong(TEXT_LENGTH, '.') }),
  remove: z.array(id).max(100),
  add: z.array(id).max(100),
})
export type CorrectionInput = z.output<typeof CorrectionInput>

/** An answer to every sample of a result. */
export const ResultAnswer = z.object({
  edition: id,
  samples: z
    .array(z.object({ sample_id: id, accepted: z.boolean(REQUIRED) }))
    .min(1)
    .max(200),
})
export type ResultAnswer = z.output<typeof ResultAnswer>

const PreviewedRelease = z.object({
  results: z.number(),
  granted: z.number(),
  part: z.number(),
  not: z.number(),
  /** E-mails, one for each person and proposal. */
  mails: z.number(),
  proposers: z.array(z.object({ proposal_id: z.number(), name: z.string(), email: z.string() })),
  collaborators: z.number(),
  /** Days to answer, of the setting, and the day until which it is. */
  answer_by: z.string().nullable(),
  seconds_to_undo: z.number(),
  /** What keeps one of them from being released. */
  obstacles: z.array(z.object({ proposal_id: z.number(), why: z.string() })),
})
export type PreviewedRelease = z.infer<typeof PreviewedRelease>

const file = { params: byId, gives: 'file' } as const

/** Results by proposal: `:id` is the proposal's. One that the viewer has a conflict with is nowhere. */
export const results = {
  list: get('/api/results', staff, {
    summary: 'Lists the results that the filters match, a page at a time.',
    query: ResultFilter,
    reply: paged(ResultRow),
    scope: 'read_lists',
  }),
  counts: get('/api/results/counts', staff, {
    summary: 'Counts the results of a call by state, outcome and answer.',
    query: z.object({ term_id: idChoice }),
    reply: ResultCounts,
    scope: 'read_lists',
  }),
  download: get('/api/results/download', staff, {
    summary: 'Makes a CSV of the results that the filters match.',
    query: ResultFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  /** Drafts what is missing in a term, from the templates. */
  draft: post('/api/results/draft', office, {
    summary: 'Drafts the results that are missing in a call, from the templates.',
    body: z.object({ term_id: id }),
    reply: Outcome.extend({ drafted: z.number().optional() }),
  }),
  get: get('/api/results/detail/:id', staff, {
    summary: 'Shows the result of a proposal.',
    params: byId,
    reply: ResultDetail,
  }),
  save: put('/api/results/save/:id', office, {
    summary: 'Saves the words of a result that is not released.',
    params: byId,
    body: ResultInput,
    reply: Saved,
  }),
  /** Takes up what was confirmed since it was drafted; its text stays. */
  renew: put('/api/results/renew/:id', office, {
    summary: 'Takes up in a drafted result what was confirmed since; its text stays.',
    params: byId,
    reply: Outcome,
  }),
  allow: put('/api/results/allow/:id', office, {
    summary: 'Allows a word in a result that was found to give something away, with a reason.',
    params: byId,
    body: z.object({ fingerprint: z.string().max(100), reason }),
    reply: Outcome,
  }),
  check: put('/api/results/check', office, {
    summary: 'Marks drafted results as checked.',
    body: Chosen,
    reply: Outcome,
  }),
  preview: post('/api/results/preview', office, {
    summary: 'Says what releasing results would do: to whom, how many mails, and what stands in the way.',
    body: Chosen,
    reply: PreviewedRelease,
    duringMaintenance: true,
  }),
  release: put('/api/results/release', office, {
    summary: 'Releases checked results to their proposers.',
    body: Chosen,
    reply: UndoableOutcome,
    undoable: true,
    mails: ['result_released', 'result_corrected'],
  }),
  /** Begins a correction: a new version, which is drafted, checked and released as the first. */
  correct: post('/api/results/correct/:id', office, {
    summary: 'Begins a correction of a released result: a new edition.',
    params: byId,
    body: CorrectionInput,
    reply: Outcome,
  }),
  /** Removes a correction that is not released. */
  cancelCorrection: put('/api/results/cancel_correction/:id', office, {
    summary: 'Removes a correction that is not released.',
    params: byId,
    reply: Outcome,
  }),
  remind: put('/api/results/remind', office, {
    summary: 'Reminds proposers who have not answered their result.',
    body: Chosen,
    reply: UndoableOutcome,
    undoable: true,
    mails: ['result_reminder'],
  }),
  answerOnBehalf: put('/api/results/answer_on_behalf/:id', office, {
    summary: 'Accepts or declines the samples of a result on behalf of its proposer.',
    params: byId,
    body: ResultAnswer,
    reply: Outcome,
    mails: ['result_answered'],
  }),
  /** Acts on answers: frees declined samples, and makes loans of those accepted. */
  takeNote: put('/api/results/take_note', office, {
    summary: 'Acts on answers: frees declined samples and makes loans of the accepted ones.',
    body: Chosen,
    reply: Outcome.extend({
      loans: z.array(z.object({ proposal_id: z.number(), number: z.string() })).optional(),
      freed: z.array(FreedSample).optional(),
    }),
  }),
  pdf: get('/api/results/pdf/:id', staff, { ...file, summary: 'Answers a result as a PDF.' }),
  /** The PDFs of the results that the filters match, as one ZIP. */
  allPdf: get('/api/results/all_pdf', staff, {
    summary: 'Answers the PDFs of the results that the filters match as one ZIP.',
    query: ResultConditions,
    gives: 'file',
    media: ['application/zip'],
  }),

  /** The caller's own released results, newest call first. */
  mine: get('/api/results/mine', ['proposer'], {
    summary: "Lists the caller's own released results, newest call first.",
    reply: z.array(OwnResult),
  }),
  markRead: put('/api/results/mine/:id/read', ['proposer'], {
    summary: 'Notes that the caller has read a result.',
    params: byId,
    reply: Outcome,
  }),
  answer: put('/api/results/mine/:id/answer', ['proposer'], {
    summary: "Accepts or declines the samples of the caller's own result.",
    params: byId,
    body: ResultAnswer,
    reply: Outcome,
    mails: ['result_answered'],
  }),
  myPdf: get('/api/results/mine/:id/pdf', ['proposer'], {
    ...file,
    summary: "Answers the caller's own result as a PDF.",
  }),
}
