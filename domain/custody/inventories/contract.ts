import { z } from 'zod'
import { custodians, everyone, office } from '../../access.ts'
import { byId, day, fileAddress, get, id, instant, Outcome, post } from '../../endpoint.ts'
import { checkbox, multiLine, singleLine, wholeNumber } from '../../input_schemas.ts'
import { AsteroidSchema } from '../../masters/value_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { PieceAddress } from '../address.ts'
import { MAX_AMOUNT, UNITS } from '../amounts.ts'
import { ACT_NAMES } from './rules.ts'
import { ANSWERS, CONDITION_NAMES, entryState, QUESTION_NAMES } from './status.ts'

const NAME_LENGTH = 100
const REMARK_LENGTH = 1000
const WHAT_LENGTH = 100
const MAX_PIECES = 1000
const MAX_UNLISTED = 20
const MAX_HOLDERS = 1000
const MAX_DAYS = 365

const UnitSchema = z.enum(UNITS)
const Tolerance = z.object({ ug: z.number(), mpa: z.number() })
/** How many of its entries are in each state. */
const Counts = z.object({
  confirmed: z.number(),
  differs: z.number(),
  not_there: z.number(),
  unlisted: z.number(),
  not_answered: z.number(),
  on_its_way: z.number(),
  not_held: z.number(),
  resolved: z.number(),
})
export type Counts = z.infer<typeof Counts>

/** An inventory in the list. `until`: the day by which holders are asked to answer. */
export const InventoryRow = z.object({
  id: z.number(),
  name: z.string(),
  asked_at: instant,
  asked_by: z.string(),
  until: day,
  closed_at: instant.nullable(),
  closed_by: z.string().nullable(),
  holders: z.number(),
  /** Holders who have answered for all of their pieces. */
  answered: z.number(),
  /** Without those that were not on the list. */
  pieces: z.number(),
  counts: Counts,
})
export type InventoryRow = z.infer<typeof InventoryRow>

export const Inventories = z.object({
  rows: z.array(InventoryRow),
  open_id: z.number().nullable(),
  /** From this day the next one is due; null while one is open or it is asked only by hand. */
  due_on: day.nullable(),
})

/** Who would be asked: those who answer for pieces outside curation. */
const Asked = z.object({
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  pieces: z.number(),
})
export const InventoryPreview = z.object({
  name: z.string(),
  until: day,
  holders: z.array(Asked),
  /** Pieces whose holder has no account: the office answers for them. */
  without_account: z.number(),
  on_its_way: z.number(),
})

/** Amounts are in the piece's unit: micrograms, or millipascals of a gas. */
const entry = {
  id: z.number(),
  /** Null for something not on record. */
  address: z.string().nullable(),
  name: z.string(),
  db_type: AsteroidSchema.nullable(),
  unit: UnitSchema,
  loan: z.string().nullable(),
  holder: z.string(),
  state: z.literal(entryState.codes),
}

const Difference = z.object({
  ...entry,
  answer: z.enum(ANSWERS),
  /** Null while the piece is in curation: it was never lent. */
  on_record: z.number().nullable(),
  found: z.number().nullable(),
  difference: z.number().nullable(),
  condition: z.enum(CONDITION_NAMES),
  remark: z.string(),
  question: z.enum(QUESTION_NAMES).nullable(),
  answered_at: instant,
  /** What can be done, the suggested act first. */
  acts: z.array(z.enum(ACT_NAMES)),
})
export type Difference = z.infer<typeof Difference>

const Resolved = z.object({
  ...entry,
  resolution: z.string(),
  resolved_by: z.string(),
  resolved_at: instant,
})

/** Someone who has not answered for all of their pieces; `user_id` null without an account. */
const Unanswered = z.object({
  user_id: z.number().nullable(),
  name: z.string(),
  affiliation: z.string(),
  answered: z.number(),
  pieces: z.number(),
  reminders: z.number(),
  reminded_at: instant.nullable(),
  reminded_today: z.boolean(),
})
export type Unanswered = z.infer<typeof Unanswered>

export const Inventory = InventoryRow.extend({
  tolerance: Tolerance,
  differences: z.array(Difference),
  resolved: z.array(Resolved),
  unanswered: z.array(Unanswered),
  /** Answers within tolerance that the office has not accepted yet. */
  to_accept: z.number(),
  next_reminder: day.nullable(),
  why_not_close: z.string().nullable(),
  /** The viewer is of the office. */
  may_act: z.boolean(),
})
export type Inventory = z.infer<typeof Inventory>

/** An entry as its holder sees it. */
const HeldEntry = z.object({
  address: z.string(),
  name: z.string(),
  db_type: AsteroidSchema,
  unit: UnitSchema,
  loan: z.string().nullable(),
  on_record: z.number(),
  answer: z.enum(['there', 'not_there']).nullable(),
  found: z.number().nullable(),
  condition: z.enum(CONDITION_NAMES),
  remark: z.string(),
  /** Asked again about the answer. */
  question: z.enum(QUESTION_NAMES).nullable(),
  why_not_answer: z.string().nullable(),
})
export type HeldEntry = z.infer<typeof HeldEntry>

const UnlistedEntry = z.object({
  what: z.string(),
  unit: UnitSchema,
  found: z.number().nullable(),
  remark: z.string(),
  /** The office has acted on it; it stays as it is. */
  settled: z.boolean(),
})

/** The open inventory as far as the caller has to answer; null while none is open or nothing is asked of them. */
export const OwnInventory = z.object({
  id: z.number(),
  name: z.string(),
  until: day,
  tolerance: Tolerance,
  entries: z.array(HeldEntry),
  unlisted: z.array(UnlistedEntry),
})
export type OwnInventory = z.infer<typeof OwnInventory>

const found = wholeNumber(MAX_AMOUNT, 'Enter what you found.').nullish()
const remark = multiLine({ max: REMARK_LENGTH, long: tooLong(REMARK_LENGTH, '.') })

const AnsweredPiece = z
  .object({
    address: PieceAddress,
    there: checkbox,
    /** In the piece's unit. */
    found,
    condition: z.enum(CONDITION_NAMES).default('unchanged'),
    /** For a piece that is not there: why. */
    remark,
  })
  .refine(({ there, found: amount }) => !there || typeof amount === 'number', {
    error: 'Enter what you found.',
    path: ['found'],
  })
  .refine(({ there, remark: why }) => there || why !== '', {
    error: 'Say why it is not there.',
    path: ['remark'],
  })

const UnlistedInput = z.object({
  what: singleLine({ max: WHAT_LENGTH, required: REQUIRED, long: tooLong(WHAT_LENGTH, '.') }),
  unit: UnitSchema.default('ug'),
  found,
  remark,
})

/** Answers of a holder for some or all of their pieces. `unlisted` replaces what they have named so far. */
export const AnswerInput = z.object({
  inventory_id: id,
  pieces: z.array(AnsweredPiece).max(MAX_PIECES).default([]),
  unlisted: z.array(UnlistedInput).max(MAX_UNLISTED).optional(),
})
export type AnswerInput = z.output<typeof AnswerInput>

export const AskInput = z.object({
  name: singleLine({ max: NAME_LENGTH, required: REQUIRED, long: tooLong(NAME_LENGTH, '.') }),
  days: wholeNumber(MAX_DAYS, `Enter a whole number from 1 to ${MAX_DAYS}.`).refine(
    (days) => days > 0,
    `Enter a whole number from 1 to ${MAX_DAYS}.`,
  ),
})

/** `answered_at` is that of the answer that was seen: after a new answer nothing is done. */
export const ResolveInput = z.object({
  entry_id: id,
  answered_at: z.iso.datetime({ offset: true }),
  act: z.enum(ACT_NAMES),
  reason: multiLine({ max: REMARK_LENGTH, long: tooLong(REMARK_LENGTH, '.') }),
})
export type ResolveInput = z.output<typeof ResolveInput>

export const inventories = {
  list: get('/api/inventories', custodians, {
    summary: 'Lists the inventories, and says when the next one is due.',
    reply: Inventories,
    scope: 'read_custody',
  }),
  preview: get('/api/inventories/preview', office, {
    summary: 'Says whom a new inventory would ask.',
    reply: InventoryPreview,
  }),
  /** Asks every holder. */
  ask: post('/api/inventories', office, {
    summary: 'Begins an inventory and asks every holder by mail.',
    body: AskInput,
    reply: Outcome.extend({ id: z.number().optional() }),
    mails: ['inventory_asked'],
  }),
  /** What the caller has to answer. */
  mine: get('/api/inventories/mine', everyone, {
    summary: 'Shows what the caller has to answer in the open inventory; null if nothing.',
    reply: OwnInventory.nullable(),
  }),
  answer: post('/api/inventories/mine', everyone, {
    summary: "Answers the open inventory for the caller's own pieces.",
    body: AnswerInput,
    reply: Outcome,
  }),
  get: get('/api/inventories/:id', custodians, {
    summary: 'Shows an inventory with its answers and differences.',
    params: byId,
    reply: Inventory,
    scope: 'read_custody',
  }),
  download: get('/api/inventories/:id/download', custodians, {
    summary: 'Makes a CSV of an inventory.',
    params: byId,
    reply: fileAddress,
    scope: 'read_custody',
  }),
  remind: post('/api/inventories/:id/remind', office, {
    summary: 'Reminds holders who have not answered an inventory.',
    params: byId,
    body: z.object({ user_ids: z.array(id).min(1).max(MAX_HOLDERS) }),
    reply: Outcome,
    mails: ['inventory_reminded'],
  }),
  /** What a reminder would say to one holder. */
  reminder: get('/api/inventories/:id/reminder', office, {
    summary: 'Shows what a reminder would say to one holder.',
    params: byId,
    query: z.object({ user_id: id }),
    reply: z.object({ subject: z.string(), text: z.string() }),
  }),
  /** Accepts every answer within tolerance; what was measured becomes the amount on record. */
  accept: post('/api/inventories/:id/accept', office, {
    summary: 'Accepts every answer within the tolerance; what was measured becomes the amount on record.',
    params: byId,
    reply: Outcome,
  }),
  resolve: post('/api/inventories/:id/resolve', custodians, {
    summary: 'Settles a difference that an inventory found, or asks its holder.',
    params: byId,
    body: ResolveInput,
    reply: Outcome,
    mails: ['inventory_question'],
  }),
  /** Answers on behalf of a holder; `user_id` null: for those without an account. */
  answerFor: post('/api/inventories/:id/answer', office, {
    summary: 'Answers an inventory on behalf of a holder.',
    params: byId,
    body: AnswerInput.extend({ user_id: id.nullish() }),
    reply: Outcome,
  }),
  /** The entries of a holder, to answer on their behalf. */
  entriesOf: get('/api/inventories/:id/entries', office, {
    summary: 'Lists the entries of a holder in an inventory, to answer on their behalf.',
    params: byId,
    query: z.object({ user_id: id.optional() }),
    reply: OwnInventory,
    scope: 'read_custody',
  }),
  /** `unanswered`: closes although these many pieces are not answered for. */
  close: post('/api/inventories/:id/close', office, {
    summary: 'Closes an inventory.',
    params: byId,
    body: z.object({ unanswered: wholeNumber() }),
    reply: Outcome,
  }),
}
