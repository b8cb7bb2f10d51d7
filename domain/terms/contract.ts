import { z } from 'zod'
import { everyone, office } from '../access.ts'
import { byId, get, instant, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { checkbox, mustBeSent, wholeNumber } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { PublicTerm } from './public_term.ts'
import { dayErrors } from './rules.ts'

const TermMap = z.record(z.string(), z.string())

const INVALID_TIME = 'Only a date and a time can be inputted in this form.'
/** An ISO 8601 instant in any zone, in the years 1 to 9999; converted to UTC. */
export const requiredInstant = z
  .string(REQUIRED)
  .min(1, { error: REQUIRED, abort: true })
  .pipe(z.iso.datetime({ offset: true, error: INVALID_TIME }))
  .transform((text) => new Date(text).toISOString())
  .refine((text) => /^(?!0000)\d{4}-/u.test(text), INVALID_TIME)
/** The same; '' and null mean none. */
const optionalInstant = z.union([z.literal('').transform(() => null), z.null(), requiredInstant], {
  error: (issue) => (issue.input === undefined ? REQUIRED : INVALID_TIME),
})

const days = {
  noi_opens_at: requiredInstant,
  noi_closes_at: requiredInstant,
  proposals_open_at: requiredInstant,
  proposals_close_at: requiredInstant,
  reviews_due_at: requiredInstant,
  panel_meets_at: optionalInstant,
  allocation_due_at: optionalInstant,
}

const checkDayOrder = (sent: Parameters<typeof dayErrors>[0], issues: z.RefinementCtx) => {
  for (const [field, message] of Object.entries(dayErrors(sent)))
    issues.addIssue({ code: 'custom', path: [field], message })
}

const MAX_NUMBER = 9999
const INVALID_NUMBER = 'Only integer can be inputted in this form.'

/** The AO number of a new term. */
const number = wholeNumber(MAX_NUMBER, INVALID_NUMBER).refine((id) => id > 0, INVALID_NUMBER)

/** A new term. The first one becomes the current term; a later one is made current by saving it, never by adding it. */
export const NewTerm = z
  .object({ id: number, ...days, is_current: checkbox.optional() })
  .superRefine(checkDayOrder)
export type NewTerm = z.output<typeof NewTerm>

/** A saved term. */
export const TermInput = z
  .object({
    ...days,
    disabled: mustBeSent(checkbox),
    is_current: mustBeSent(checkbox),
    /**
     * The names of the calls that this save closes, 'AO7', as the person typed them. Our screens always send it; a save
     * without it is accepted, like one without `version`.
     */
    confirm: z.string().optional(),
    version,
  })
  .superRefine(checkDayOrder)
export type TermInput = z.output<typeof TermInput>

/** A term with its numbers of notices and proposals. */
export const TermRow = PublicTerm.extend({
  panel_meets_at: instant.nullable(),
  allocation_due_at: instant.nullable(),
  is_current: z.boolean(),
  version: z.number(),
  notices: z.number(),
  proposals: z.number(),
  /** At least one proposal has a global score, and no reviewed one is without. */
  scored: z.boolean(),
})
export type TermRow = z.output<typeof TermRow>

/** The most places that can be set above the line. */
export const MAX_LINE = 9999

const WRONG = `Enter a whole number from 1 to ${MAX_LINE}, or leave it empty.`

/** How many places are above the line; empty: as many as the material at hand serves. `version`: the term's. */
export const LineInput = z.object({
  line: mustBeSent(
    z.preprocess(
      (value) => (value === '' ? null : value),
      wholeNumber(MAX_LINE, WRONG)
        .refine((line) => line >= 1, WRONG)
        .nullable(),
    ),
  ),
  version,
})
export type LineInput = z.output<typeof LineInput>

const Unfinished = z.object({
  id: z.number(),
  /** Proposals that are not submitted. */
  drafts: z.number(),
  /** Reports that are requested or accepted, without those that the viewer may not know of. */
  reports: z.number(),
  /** Unconfirmed assignments. */
  assignments: z.number(),
  /** Unconfirmed assignments that one member of the office has proposed and another has to confirm. */
  second_confirmations: z.number(),
  /** Unlocked proposals. */
  unlocks: z.number(),
  /** Withdrawals that wait for a decision, without those that the viewer may not know of. */
  withdrawals: z.number(),
  /** Questions to reviewers that wait for the office, without those that the viewer may not know of. */
  questions: z.number(),
  /** Meetings of the panel that are not closed. */
  meetings: z.number(),
  /** Submitted proposals whose result is not released, or not drafted, without those that the viewer has a conflict with. */
  results: z.number(),
  /** Released results that wait for an answer, without those that the viewer has a conflict with. */
  answers: z.number(),
})
export type Unfinished = z.output<typeof Unfinished>

/** A term with what would be left unfinished if it, or a call before it, were closed now. */
export const TermDetail = TermRow.extend({
  /** This term and those before it that are open, oldest first. */
  unfinished: z.array(Unfinished),
  /** Mails that are waiting or have failed, of any call. */
  unsent_mails: z.number(),
  unsent_group_mails: z.number(),
})
export type TermDetail = z.output<typeof TermDetail>

export const terms = {
  current: get('/api/masters/getTerm', 'public', {
    summary: 'Answers the id of the current call; null before the first.',
    reply: z.number().nullable(),
  }),
  text: get('/api/masters/getTermText/:id', 'public', {
    summary: 'Answers the label of a call, such as AO7; of the current one for id 0.',
    params: z.object({ id: wholeNumber() }),
    reply: z.string(),
  }),
  open: get('/api/masters/getTerms', everyone, {
    summary: 'Lists the labels of the calls up to the current one, by id.',
    reply: TermMap,
  }),
  past: get('/api/masters/getPastTerms', everyone, {
    summary: 'Lists the labels of the calls before the current one, by id.',
    reply: TermMap,
  }),
  all: get('/api/masters/getAllTerms', everyone, {
    summary: 'Lists all calls by id, with label and whether each is closed.',
    reply: z.record(z.string(), z.object({ id: z.number(), label: z.string(), disabled: z.boolean() })),
    scope: 'read_lists',
  }),
  proposalAccepted: get('/api/masters/checkProposalAccepted', 'public', {
    summary: 'Says whether proposals can be written for the current call now.',
    reply: z.boolean(),
  }),
  proposalLimit: get('/api/masters/checkProposalLimit', everyone, {
    summary: 'Says whether the deadline for proposals of the current call is still to come.',
    reply: z.boolean(),
  }),
  noticeAccepted: get('/api/masters/checkNoticeAccepted', 'public', {
    summary: 'Says whether notices of intent can be filed for the current call now.',
    reply: z.boolean(),
  }),
  list: get('/api/terms', office, {
    summary: 'Lists all calls with their dates.',
    reply: z.array(TermRow),
    scope: 'read_lists',
  }),
  add: post('/api/terms', office, { summary: 'Adds a call.', body: NewTerm, reply: Outcome }),
  get: get('/api/terms/:id', office, {
    summary: 'Shows a call with its counts and what is unfinished in it.',
    params: byId,
    reply: TermDetail,
  }),
  save: put('/api/terms/:id', office, {
    summary: "Saves a call's dates, makes it the current one, or closes it.",
    params: byId,
    body: TermInput,
    reply: Saved,
  }),
}
