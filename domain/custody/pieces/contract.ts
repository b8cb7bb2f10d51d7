import { z } from 'zod'
import { custodians, everyone } from '../../access.ts'
import { byId, fileAddress, get, instant, Outcome, paged, post, put, version } from '../../endpoint.ts'
import { idChoice, listFilter, searchText, yesNo } from '../../filters.ts'
import { multiLine, mustBeSent, singleLine } from '../../input_schemas.ts'
import { AsteroidSchema } from '../../masters/value_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { PieceAddress } from '../address.ts'
import { MAX_AMOUNT, UNITS } from '../amounts.ts'
import { MAX_PARTS } from '../events.ts'
import { eventKinds, HOLDER_KINDS, pieceState } from '../status.ts'

const LINE_LENGTH = 200
const REASON_LENGTH = 2000
/** The most labels in one PDF. */
export const MAX_LABELS = 200

const unit = z.enum(UNITS)
const state = z.literal(pieceState.codes)
/** Whole µg, or mPa of gas; see `unit`. */
const amount = z.number()
const byAddress = z.object({ address: PieceAddress })

const summary = {
  address: PieceAddress,
  name: z.string(),
  /** 1 Ryugu, 2 Bennu. */
  db_type: AsteroidSchema,
  form: z.string(),
  unit,
  state,
  holder_kind: z.enum(HOLDER_KINDS),
  /** As shown: 'Curation, N2-3, drawer 4', a name, 'on the way to Lucía Peña'; '' for what nobody has. */
  holder: z.string(),
  /** That it is on or was last on; null where the viewer may not see it. */
  loan_number: z.string().nullable(),
  initial: amount,
  present: amount,
}

/** A piece in the list. */
export const PieceRow = z.object({
  ...summary,
  /** In the vault. */
  place: z.string(),
  /** Its last event. */
  last_at: instant,
})
export type PieceRow = z.infer<typeof PieceRow>

const checkedStates = z
  .union([
    z.array(z.union([z.literal(''), state])).max(50),
    z.union([z.literal(''), state]).transform((one) => [one]),
  ])
  .optional()
  .transform((values) => {
    const chosen = values?.filter((value) => value !== '')
    return chosen?.length ? chosen : undefined
  })

/** `void` pieces, whose events were all taken back, are found only when asked for. */
export const PieceFilter = listFilter(
  {
    /** Name of the piece, or of its form. */
    name: searchText,
    state: checkedStates,
    db_type: idChoice,
    /** Who has it, or where it is in the vault. */
    holder: searchText,
    gas: yesNo,
    /** A write-off is proposed and waits for a second person. */
    write_off: yesNo,
  },
  ['name', 'state', 'holder', 'present', 'last_at'],
)
export type PieceFilter = z.output<typeof PieceFilter>

/** A piece in the tree: depth first, each after its parent. Amounts in the root's unit. */
export const TreePiece = z.object({
  ...summary,
  parent: PieceAddress.nullable(),
  consumed: amount,
  lost: amount,
  difference: amount,
  split_out: amount,
})
export type TreePiece = z.infer<typeof TreePiece>

/** An event of a piece of the tree. `d_*`: what it added to the piece's amounts. */
export const PieceEvent = z.object({
  piece: PieceAddress,
  piece_name: z.string(),
  /** From 1 for each piece. */
  number: z.number(),
  kind: z.enum(eventKinds),
  at: instant,
  by_name: z.string(),
  second_name: z.string().nullable(),
  loan_number: z.string().nullable(),
  /** What the piece held after it. */
  present: amount,
  d_initial: amount,
  d_present: amount,
  d_consumed: amount,
  d_lost: amount,
  d_difference: amount,
  d_split: amount,
  state,
  holder_kind: z.enum(HOLDER_KINDS),
  holder_name: z.string(),
  reason: z.string(),
  details: z.record(z.string(), z.unknown()),
  /** The number of the event that it takes back, or of the one that takes it back. */
  counters: z.number().nullable(),
  countered_by: z.number().nullable(),
  why_not_counter: z.string().nullable(),
  /** What taking it back changes on its loan, said before; '' where nothing. */
  loan_change: z.string(),
  /** It is not taken back whole: its piece has been split since, and the right amount is recorded. */
  amount_only: z.boolean(),
})
export type PieceEvent = z.infer<typeof PieceEvent>

const whyNot = z.string().nullable()

/** Where the initial amount of the tree is; initial + difference = the others together. */
const Totals = z.object({
  initial: amount,
  difference: amount,
  with_borrowers: amount,
  on_the_way: amount,
  in_curation: amount,
  consumed: amount,
  lost: amount,
})
export type Totals = z.infer<typeof Totals>

/** A write-off of a piece in the vault that is proposed and not confirmed yet. */
export const PieceWriteOff = z.object({
  /** Counts the write-offs of the piece, those that were withdrawn too. */
  number: z.number(),
  reason: z.string(),
  by: z.string(),
  at: instant,
  why_not_confirm: whyNot,
})
export type PieceWriteOff = z.infer<typeof PieceWriteOff>

/**
 * A piece. Office and curation see the whole tree from its root; a borrower the own branch, from receipt to return, without
 * the vault.
 */
export const PieceDetail = z.object({
  ...summary,
  /** 'Particle of chamber A · 1.670 mm'. */
  description: z.string(),
  /** The catalogue row that it is or is offered as; null for its borrower. */
  sample_id: z.number().nullable(),
  /** The weight, pressure and volume as the catalogue knew them when it was entered are in `initial` and here. */
  volume_ul: z.number().nullable(),
  place: z.string(),
  /** The root of what the viewer sees. */
  root: PieceAddress,
  /** When the root was first opened, split or used; null: pristine. */
  pristine_until: instant.nullable(),
  totals: Totals,
  tree: z.array(TreePiece),
  /** Newest first. */
  events: z.array(PieceEvent),
  /** Of the balance, in the piece's unit. */
  tolerance: amount,
  /** Name of the next part of a split. */
  next_part: z.string(),
  why_not: z.object({
    ...{ split: whyNot, weigh: whyNot, loss: whyNot, write_off: whyNot, place: whyNot, label: whyNot },
    /** Null, too, for what cannot be offered for other reasons. */
    offer: whyNot,
  }),
  /** The write-off that waits for a second person; shown to office and curation. */
  write_off: PieceWriteOff.nullable(),
  /** What writing it off does, by name; '' where it is not in the vault. */
  write_off_does: z.string(),
  /** Changes with each event of the piece; commands carry what their sender saw. */
  version: z.number(),
})
export type PieceDetail = z.infer<typeof PieceDetail>

const WHOLE = 'Enter an amount.'
const whole = z.number(WHOLE).int(WHOLE).max(MAX_AMOUNT, 'This is too much.')
const positive = whole.min(1, 'Enter how much it is.')
const notNegative = whole.min(0, 'This cannot be less than nothing.')
const line = (required?: string) =>
  singleLine({ max: LINE_LENGTH, long: tooLong(LINE_LENGTH, '.'), ...(required && { required }) })
const note = mustBeSent(multiLine({ max: REASON_LENGTH, long: tooLong(REASON_LENGTH, '.') }))
const reason = multiLine({ max: REASON_LENGTH, long: tooLong(REASON_LENGTH, '.'), required: REQUIRED })

const Part = z.object({ amount: positive, form: line(REQUIRED), place: mustBeSent(line()) })

/** Parts, used and lost make what the piece holds, within the tolerance of the balance. Amounts in µg. */
export const SplitInput = z.object({
  parts: z.array(Part).min(1, 'Enter at least one part.').max(MAX_PARTS),
  consumed: notNegative,
  lost: notNegative,
  /** How it was used. */
  method: mustBeSent(line()),
  note,
  version,
})
export type SplitInput = z.output<typeof SplitInput>

/** What the balance shows, in µg or mPa. */
export const WeighInput = z.object({ found: notNegative, note, version })
export type WeighInput = z.output<typeof WeighInput>

export const LossInput = z.object({ amount: positive, reason, version })
export type LossInput = z.output<typeof LossInput>

/** The number of the write-off that the sender read; another one is neither confirmed nor withdrawn. */
const readWriteOff = z.number().int().min(1).optional()

/** All that is left of a piece in the vault. */
export const ProposeWriteOffInput = z.object({ reason, version })

export const CounterInput = z.object({
  number: z.number().int().min(1),
  /** The right amount of what was used or lost; without it the event is taken back whole. */
  amount: positive.nullish(),
  reason,
  version,
})
export type CounterInput = z.output<typeof CounterInput>

export const PlaceInput = z.object({ place: mustBeSent(line()), version })

const addresses = z
  .union([z.array(PieceAddress).max(MAX_LABELS), PieceAddress.transform((one) => [one])])
  .refine((list) => list.length > 0)

/** The pieces of samples, where they are and what happened to them. */
export const pieces = {
  list: get('/api/pieces', custodians, {
    summary: 'Lists the pieces that the filters match, a page at a time.',
    query: PieceFilter,
    reply: paged(PieceRow),
    scope: 'read_custody',
  }),
  download: get('/api/pieces/download', custodians, {
    summary: 'Makes a CSV of the pieces that the filters match.',
    query: PieceFilter,
    reply: fileAddress,
    scope: 'read_custody',
  }),
  /** Labels with QR codes of the pieces' addresses, as PDF. */
  labels: get('/api/pieces/labels', custodians, {
    summary: 'Answers labels with the QR codes of pieces as a PDF.',
    query: z.object({ addresses }),
    gives: 'file',
    scope: 'read_custody',
  }),
  /** The piece of a sample of the catalogue; null while it has none. */
  ofSample: get('/api/pieces/sample/:id', custodians, {
    summary: 'Answers the piece of a sample of the catalogue; null while it has none.',
    params: byId,
    reply: z.object({ address: PieceAddress.nullable() }),
    scope: 'read_custody',
  }),
  get: get('/api/pieces/:address', everyone, {
    summary: 'Shows a piece with its tree and its events, as far as the caller may see them.',
    params: byAddress,
    reply: PieceDetail,
    scope: 'read_custody',
  }),
  /** The events that the viewer sees, as CSV: holders and amounts follow from them alone. */
  eventsDownload: get('/api/pieces/:address/events', everyone, {
    summary: 'Makes a CSV of the events of a piece that the caller may see.',
    params: byAddress,
    reply: fileAddress,
    scope: 'read_custody',
  }),
  split: post('/api/pieces/:address/split', custodians, {
    summary: 'Splits a piece at the curation facility into parts.',
    params: byAddress,
    body: SplitInput,
    reply: Outcome,
  }),
  weigh: post('/api/pieces/:address/weigh', custodians, {
    summary: 'Notes what a piece at the curation facility weighs now.',
    params: byAddress,
    body: WeighInput,
    reply: Outcome,
  }),
  loss: post('/api/pieces/:address/loss', custodians, {
    summary: 'Notes how much of a piece at the curation facility was lost.',
    params: byAddress,
    body: LossInput,
    reply: Outcome,
  }),
  /** All that is left of a piece in the vault: nothing changes until another person confirms it. */
  proposeWriteOff: post('/api/pieces/:address/write_off', custodians, {
    params: byAddress,
    body: ProposeWriteOffInput,
    reply: Outcome,
    summary: 'Proposes to write off a piece in the vault; another person confirms it.',
  }),
  confirmWriteOff: post('/api/pieces/:address/write_off/confirm', custodians, {
    params: byAddress,
    body: z.object({ version, write_off: readWriteOff }),
    reply: Outcome,
    summary: 'Confirms, as the second person, that a piece in the vault is written off.',
  }),
  withdrawWriteOff: post('/api/pieces/:address/write_off/withdraw', custodians, {
    params: byAddress,
    body: z.object({ reason, write_off: readWriteOff }),
    reply: Outcome,
    summary: 'Withdraws the proposed write-off of a piece in the vault.',
  }),
  /**
   * Takes back an event, or corrects how much was used or lost; a borrower only own ones. What moved with a loan is put back
   * on the loan too, for the whole parcel where it went together.
   */
  counter: post('/api/pieces/:address/counter', everyone, {
    summary: 'Takes back an event of a piece, or corrects how much was used or lost.',
    params: byAddress,
    body: CounterInput,
    reply: Outcome,
    mails: ['loan_taken_back', 'loan_move', 'loan_handed_over'],
  }),
  place: put('/api/pieces/:address/place', custodians, {
    summary: 'Saves where a piece lies.',
    params: byAddress,
    body: PlaceInput,
    reply: Outcome,
  }),
}
