import { z } from 'zod'
import { office, staff } from '../access.ts'
import { byId, get, id, instant, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { termFilter } from '../filters.ts'
import { checkbox, multiLine, mustBeSent } from '../input_schemas.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { DECLINE_LENGTH, ENTRIES_AT_ONCE, ENTRY_LENGTH, MAX_ENTRIES_AT_ONCE } from './rules.ts'
import { questionState } from './status.ts'

/** What became of the question to the reviewers that an entry asks. */
const Question = z.object({
  state: z.literal(questionState.codes),
  /** As it was sent; '' otherwise. */
  words: z.string(),
  /** Why it was declined; '' otherwise. */
  reason: z.string(),
  decided_by: z.string().nullable(),
  decided_at: instant.nullable(),
  /** The names of the reviewers it was sent to. */
  recipients: z.array(z.string()),
})

/** An entry of a discussion. */
export const DiscussionEntry = z.object({
  /** Counted within the proposal, from 1. */
  number: z.number(),
  author: z.object({ id: z.number(), name: z.string() }),
  /** '' once it is withdrawn. */
  text: z.string(),
  written_at: instant,
  edited_at: instant.nullable(),
  withdrawn_at: instant.nullable(),
  /** The number of earlier texts that can be read. */
  earlier_texts: z.number(),
  version: z.number(),
  question: Question.nullable(),
})
export type DiscussionEntry = z.infer<typeof DiscussionEntry>

/** The discussion of a proposal, as far as it is read. */
export const Discussion = z.object({
  proposal_id: z.number(),
  /** Why it is not shown to the viewer, who owes a report; then it is empty. */
  why_hidden: z.string().nullable(),
  why_not_write: z.string().nullable(),
  follows: z.boolean(),
  /** The last entry that was shown to the viewer; 0 before the first. */
  seen_number: z.number(),
  /** Entries that are not withdrawn. */
  count: z.number(),
  /** Entries of others since the viewer last looked. */
  unread: z.number(),
  /** Entries before the first of `entries`. */
  before: z.number(),
  /** The last ones, the oldest first. */
  entries: z.array(DiscussionEntry),
  /** Questions to the reviewers that wait for the office, wherever they are in the discussion. */
  waiting: z.array(DiscussionEntry),
  /** For the office: the reviewers whom a question can be sent to, and why some cannot; empty for others. */
  reviewers: z.array(
    z.object({
      report_id: z.number(),
      user_id: z.number(),
      name: z.string(),
      why_not: z.string().nullable(),
    }),
  ),
})
export type Discussion = z.infer<typeof Discussion>

/** An earlier text of an entry, and when it was written. */
const EarlierText = z.object({ edition: z.number(), text: z.string(), written_at: instant })
export type EarlierText = z.infer<typeof EarlierText>

/** How much is written about a proposal, and how much of it the viewer has not seen. */
const DiscussionCount = z.object({
  proposal_id: z.number(),
  title: z.string(),
  entries: z.number(),
  unread: z.number(),
})
export type DiscussionCount = z.infer<typeof DiscussionCount>

const text = mustBeSent(
  multiLine({ max: ENTRY_LENGTH, long: tooLong(ENTRY_LENGTH, '.'), required: REQUIRED }),
)
/** An entry of the proposal in the path, with the version that the sender has read. */
const entry = { number: mustBeSent(id), version }

export const EntryInput = z.object({
  text,
  /** The office is asked to put it to the reviewers. */
  to_reviewers: checkbox.optional(),
  /** The author begins to follow the discussion. */
  follow: checkbox.optional(),
})
export type EntryInput = z.output<typeof EntryInput>

export const EntryEdit = z.object({ ...entry, text })
export type EntryEdit = z.output<typeof EntryEdit>

export const EntryRef = z.object(entry)
export type EntryRef = z.output<typeof EntryRef>

export const QuestionInput = z.object({
  ...entry,
  words: text,
  report_ids: mustBeSent(z.array(id).min(1, 'Select at least one reviewer.').max(100)),
})
export type QuestionInput = z.output<typeof QuestionInput>

export const QuestionRefusal = z.object({
  ...entry,
  reason: mustBeSent(
    multiLine({ max: DECLINE_LENGTH, long: tooLong(DECLINE_LENGTH, '.'), required: REQUIRED }),
  ),
})
export type QuestionRefusal = z.output<typeof QuestionRefusal>

const onProposal = { params: byId, reply: Outcome }

/**
 * Discussions of proposals among panel and office; the id is the proposal's. Someone with a conflict of interest with the
 * proposal is refused with 403.
 */
export const discussions = {
  get: get('/api/discussions/:id', staff, {
    summary: "Shows the panel's discussion of a proposal, its last entries.",
    params: byId,
    query: z.object({
      /** How many entries. */
      last: z.coerce.number<number | string>().int().min(1).max(MAX_ENTRIES_AT_ONCE).default(ENTRIES_AT_ONCE),
    }),
    reply: Discussion,
  }),
  /** Of a term's proposals, by default the current one's; those without an entry are left out. */
  counts: get('/api/discussions/counts', staff, {
    summary: "Counts the entries of the discussions of a call's proposals, and those that are unread.",
    query: z.object(termFilter),
    reply: z.array(DiscussionCount),
  }),
  /** The earlier texts of an entry, the oldest first; of a withdrawn one all of them. */
  earlier: get('/api/discussions/earlier/:id', staff, {
    summary: 'Lists the earlier texts of an entry, the oldest first.',
    params: byId,
    query: z.object({ number: id }),
    reply: z.array(EarlierText),
  }),
  write: post('/api/discussions/:id', staff, {
    summary: 'Writes an entry into the discussion of a proposal, or a question to its reviewers.',
    ...onProposal,
    body: EntryInput,
  }),
  edit: put('/api/discussions/edit/:id', staff, {
    summary: "Changes one's own entry.",
    params: byId,
    body: EntryEdit,
    reply: Saved,
  }),
  withdraw: put('/api/discussions/withdraw/:id', staff, {
    summary: "Withdraws one's own entry.",
    ...onProposal,
    body: EntryRef,
  }),
  follow: put('/api/discussions/follow/:id', staff, {
    summary: 'Follows a discussion by a daily digest, or no longer.',
    ...onProposal,
    body: z.object({ follow: mustBeSent(checkbox) }),
  }),
  /** The entries up to this one were shown to the viewer. */
  seen: put('/api/discussions/seen/:id', staff, {
    summary: 'Notes up to which entry the caller has read a discussion.',
    ...onProposal,
    body: z.object({ number: mustBeSent(id) }),
  }),
  /** Sends the question of an entry to reviewers with a submitted report, one mail each. */
  sendQuestion: put('/api/discussions/send_question/:id', office, {
    summary: 'Sends the question of an entry to reviewers with a submitted report, one mail each.',
    ...onProposal,
    body: QuestionInput,
    mails: ['panel_question'],
  }),
  declineQuestion: put('/api/discussions/decline_question/:id', office, {
    summary: 'Declines to send the question of an entry to reviewers, with a reason.',
    ...onProposal,
    body: QuestionRefusal,
  }),
}
