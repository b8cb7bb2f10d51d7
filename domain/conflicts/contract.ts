import { z } from 'zod'
import { office, reviewers } from '../access.ts'
import { byId, fileAddress, get, id, instant, Outcome, post, put } from '../endpoint.ts'
import { idChoice, wordChoice } from '../filters.ts'
import { EMAIL_PATTERN, multiLine, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { ADDRESS_LENGTH } from '../users/person_schemas.ts'
import { NEEDED_TO_ALLOW, REASON_LENGTH } from './rules.ts'
import {
  CONFLICT_KINDS,
  type ConflictKind,
  FINDING_KIND_NAMES,
  FINDING_STATE_NAMES,
  type FindingState,
  RELATION_KIND_NAMES,
  type Strength,
} from './status.ts'

/** A conflict of interest of a user with a proposal; `id`, `declared_by` and `created_at` are those of a declared one. */
export const Conflict = z.object({
  id: z.number().nullable(),
  kind: z.enum(Object.keys(CONFLICT_KINDS) as [ConflictKind, ...ConflictKind[]]),
  proposal_id: z.number(),
  term_id: z.number(),
  title: z.string(),
  user_id: z.number(),
  name: z.string(),
  reason: z.string(),
  declared_by: z.string().nullable(),
  created_at: instant.nullable(),
  /** Why, by whom and when it was judged not to be a conflict; `by` is null for the command line. */
  lifted: z.object({ reason: z.string(), by: z.string().nullable(), at: instant }).nullable(),
})
export type Conflict = z.infer<typeof Conflict>

/** A conflict with a proposal: the sender's own, or for the office another user's (`user_id`). */
export const ConflictInput = z.object({
  proposal_id: id,
  user_id: id.optional(),
  reason: multiLine({ max: REASON_LENGTH, required: REQUIRED }),
})
export type ConflictInput = z.output<typeof ConflictInput>

const liftReason = multiLine({ max: REASON_LENGTH, required: REQUIRED })

/** A conflict of another user that the office judges not to be one. */
export const ConflictLiftInput = z.object({ proposal_id: id, user_id: id, reason: liftReason })
export type ConflictLiftInput = z.output<typeof ConflictLiftInput>

/** Someone as a finding or a question names them. */
const NamedPerson = z.object({ name: z.string(), affiliation: z.string() })

const EarlierJudgement = z.object({
  verdict: z.enum(['block', 'allow']),
  reason: z.string(),
  by: z.string(),
  at: instant,
  /** The proposal that it was about, if another one of the same people. */
  proposal: z.object({ id: z.number(), term_id: z.number() }).nullable(),
  /** Of the same evidence: it still counts, unless the conflict was lifted since. */
  same_evidence: z.boolean(),
})
export type EarlierJudgement = z.infer<typeof EarlierJudgement>

/** What a person was asked about a finding, and what they answered. */
const AskedQuestion = z.object({
  by: z.string(),
  at: instant,
  open_until: instant,
  /** True: they say that there is a conflict. */
  answer: z.boolean().nullable(),
  note: z.string(),
  answered_at: instant.nullable(),
})

/** A finding, or a pair with a conflict of interest, on the screen of conflicts. */
export const FindingRow = z.object({
  user: NamedPerson.extend({ id: z.number() }),
  proposal: NamedPerson.extend({ id: z.number(), title: z.string(), term_id: z.number() }),
  kind: z.enum([...FINDING_KIND_NAMES, ...(Object.keys(CONFLICT_KINDS) as ConflictKind[])]),
  state: z.enum(FINDING_STATE_NAMES),
  strength: z.literal([1, 2, 3] satisfies Strength[]),
  /** The evidence in one line, and in full. */
  summary: z.string(),
  evidence: z.array(
    z.object({
      text: z.string(),
      proposal: z.object({ id: z.number(), term_id: z.number(), title: z.string() }).nullable(),
    }),
  ),
  /** Whom on the proposal it is about. */
  people: z.array(NamedPerson.extend({ role: z.enum(['proposer', 'collaborator']) })),
  /** Of the evidence; sent back with a judgement, which then is about this evidence. */
  fingerprint: z.string(),
  earlier: z.array(EarlierJudgement),
  question: AskedQuestion.nullable(),
})
export type FindingRow = z.infer<typeof FindingRow>

const FindingFilter = z.object({ term_id: idChoice, state: wordChoice(FINDING_STATE_NAMES) })
export type FindingFilter = z.output<typeof FindingFilter>

const stateCounts = Object.fromEntries(FINDING_STATE_NAMES.map((state) => [state, z.number()])) as {
  [S in FindingState]: z.ZodNumber
}
/** The findings of a term in one state, and how many there are in each. */
export const Findings = z.object({
  /** Null before the first term. */
  term_id: z.number().nullable(),
  term_disabled: z.boolean(),
  proposals: z.number(),
  people: z.number(),
  years: z.number(),
  counts: z.object(stateCounts),
  rows: z.array(FindingRow),
})
export type Findings = z.infer<typeof Findings>

/** How many findings can be judged at once. */
export const MAX_FINDINGS = 100
const FindingRef = z.object({
  proposal_id: id,
  user_id: id,
  kind: z.enum(FINDING_KIND_NAMES),
  fingerprint: z.string().max(100),
})
export type FindingRef = z.output<typeof FindingRef>
const findingRefs = z.array(FindingRef).min(1).max(MAX_FINDINGS)

export const JudgeInput = z
  .object({
    findings: findingRefs,
    verdict: z.enum(['block', 'allow']),
    reason: multiLine({ max: REASON_LENGTH }),
  })
  .refine(({ verdict, reason }) => verdict === 'block' || reason !== '', {
    path: ['reason'],
    error: NEEDED_TO_ALLOW,
  })
export type JudgeInput = z.output<typeof JudgeInput>

/** A question as the person asked reads it: it names people, never a proposal or a review. */
export const Question = z.object({
  id: z.number(),
  name: z.string(),
  people: z.array(NamedPerson),
  question: z.string(),
  /** What the two answers are called. */
  yes: z.string(),
  no: z.string(),
  asked_at: instant,
  open_until: instant,
  answer: z.boolean().nullable(),
  answered_at: instant.nullable(),
})
export type Question = z.infer<typeof Question>

const CHOOSE = 'Choose one of the two answers.'
export const AnswerInput = z.object({
  conflict: z.boolean(CHOOSE),
  note: multiLine({ max: REASON_LENGTH }),
})
export type AnswerInput = z.output<typeof AnswerInput>

const YEAR_MESSAGE = 'This field must be a year, such as 2019.'
const year = z
  .union([z.literal(['', null]).transform(() => null), wholeNumber(2200, YEAR_MESSAGE)], YEAR_MESSAGE)
  .refine((value) => value === null || value >= 1900, YEAR_MESSAGE)

/** A relation to someone else; `user_id` is whose it is, for the office. */
export const RelationInput = z
  .object({
    user_id: id.optional(),
    kind: z.enum(RELATION_KIND_NAMES, REQUIRED),
    name: singleLine({ max: ADDRESS_LENGTH, required: REQUIRED }),
    email: singleLine({ max: ADDRESS_LENGTH }).refine(
      (text) => text === '' || EMAIL_PATTERN.test(text),
      'Only email address can be inputted in this form.',
    ),
    from_year: mustBeSent(year),
    until_year: mustBeSent(year),
    note: multiLine({ max: REASON_LENGTH }),
  })
  .refine(
    ({ from_year, until_year }) => from_year === null || until_year === null || from_year <= until_year,
    { path: ['until_year'], error: 'This year must not be before the first one.' },
  )
export type RelationInput = z.output<typeof RelationInput>

export const DeclaredRelation = z.object({
  id: z.number(),
  user_id: z.number(),
  user_name: z.string(),
  kind: z.enum(RELATION_KIND_NAMES),
  name: z.string(),
  email: z.string(),
  from_year: z.number().nullable(),
  until_year: z.number().nullable(),
  note: z.string(),
  declared_by: z.string(),
  declared_at: instant,
})
export type DeclaredRelation = z.infer<typeof DeclaredRelation>

const byToken = z.object({ token: z.string().max(200) })

export const conflicts = {
  /** The viewer's own declared ones; for one proposal the office sees all, declared or not. */
  list: get('/api/conflicts', reviewers, {
    summary:
      'Lists the conflicts of interest that the caller has declared; for one proposal the office sees all.',
    query: z.object({ proposal_id: idChoice }),
    reply: z.array(Conflict),
  }),
  declare: post('/api/conflicts', reviewers, {
    summary: 'Declares a conflict of interest with a proposal, and tells the office.',
    body: ConflictInput,
    reply: Outcome,
    mails: ['conflict_declared'],
  }),
  /** Lifts a declared conflict. */
  takeBack: put('/api/conflicts/delete/:id', office, {
    summary: 'Lifts a declared conflict of interest, with a reason.',
    params: byId,
    body: z.object({ reason: liftReason }),
    reply: Outcome,
  }),
  /** Lifts a conflict that comes from the proposal's collaborators. */
  lift: put('/api/conflicts/lift', office, {
    summary: "Lifts a conflict of interest that comes from a proposal's collaborators, with a reason.",
    body: ConflictLiftInput,
    reply: Outcome,
  }),
  /** Findings of the current term, or of another; those to judge, or in another state. */
  findings: get('/api/conflicts/findings', office, {
    summary: 'Lists possible conflicts of interest with their evidence, those to judge or in another state.',
    query: FindingFilter,
    reply: Findings,
    scope: 'read_lists',
  }),
  findingsDownload: get('/api/conflicts/findings/download', office, {
    summary: 'Makes a CSV of possible conflicts of interest.',
    query: FindingFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  /** Blocks or allows: blocking records a conflict of interest. */
  judge: put('/api/conflicts/findings/judge', office, {
    summary: 'Blocks or allows possible conflicts of interest; blocking records a conflict.',
    body: JudgeInput,
    reply: Outcome,
  }),
  /** Asks the person: one mail a finding, with a question and two answers. */
  ask: put('/api/conflicts/findings/ask', office, {
    summary: 'Asks the people concerned by mail about possible conflicts of interest.',
    body: z.object({ findings: findingRefs }),
    reply: Outcome,
    mails: ['conflict_question'],
  }),
  /** The question behind a mailed link. */
  linkedQuestion: get('/api/conflicts/question/:token', 'public', {
    summary:
      'Shows the question about a conflict of interest behind a mailed link, to whoever holds the link.',
    params: byToken,
    reply: Question,
    anonymous: true,
  }),
  answerLinked: post('/api/conflicts/question/:token', 'public', {
    summary: 'Answers the question about a conflict of interest behind a mailed link.',
    params: byToken,
    body: AnswerInput,
    reply: Outcome,
  }),
  /** The caller's own questions without an answer. */
  questions: get('/api/conflicts/questions', reviewers, {
    summary: "Lists the caller's own questions about conflicts of interest that have no answer.",
    reply: z.array(Question),
    whileImpersonating: false,
  }),
  answer: put('/api/conflicts/questions/:id', reviewers, {
    summary: "Answers one of the caller's own questions about conflicts of interest.",
    params: byId,
    body: AnswerInput,
    reply: Outcome,
  }),
  /** The caller's own relations; for the office those of everyone (`all`). */
  relations: get('/api/conflicts/relations', reviewers, {
    summary: "Lists the caller's own declared relations to people; for the office those of everyone.",
    query: z.object({ all: z.enum(['1']).optional() }),
    reply: z.array(DeclaredRelation),
    whileImpersonating: false,
  }),
  addRelation: post('/api/conflicts/relations', reviewers, {
    summary: 'Declares a relation to a person, such as joint work.',
    body: RelationInput,
    reply: Outcome,
  }),
  removeRelation: put('/api/conflicts/relations/delete/:id', reviewers, {
    summary: 'Removes a declared relation.',
    params: byId,
    reply: Outcome,
  }),
}
