import { z } from 'zod'
import { everyone } from '../../access.ts'
import { day, fileAddress, get, id, instant } from '../../endpoint.ts'
import { PieceAddress } from '../address.ts'
import { UNITS } from '../amounts.ts'
import { pieceState } from '../status.ts'
import { dispatchEndpoints } from './dispatch_contract.ts'
import { LoanRow, listEndpoints } from './list_contract.ts'
import { ACT_KINDS, WAITS_FOR } from './next_act.ts'
import { returnsEndpoints } from './returns_contract.ts'
import { byNumber, LoanNumber } from './schemas.ts'
import { useEndpoints } from './use_contract.ts'

const unit = z.enum(UNITS)

/** A line of the loan's or its pieces' history. `data`: by kind; amounts in the piece's unit. */
const LoanEvent = z.object({
  at: instant,
  by: z.string(),
  /** The office acted for the borrower. */
  on_behalf: z.boolean(),
  /** A sentence without its time and author: 'A0212-01: 310 µg consumed, SIMS'. */
  text: z.string(),
  /** The piece that it is about. */
  piece: PieceAddress.nullable(),
  /** The number of the event of that piece, where it is one. */
  number: z.number().nullable(),
  /** It was put right by a later one. */
  countered: z.boolean(),
})

const FILE_KINDS = ['signed', 'countersigned', 'customs', 'report_of_use', 'photo'] as const

const LoanFile = z.object({
  /** From 1 within the loan. */
  file: z.number(),
  kind: z.enum(FILE_KINDS),
  name: z.string(),
  type: z.string(),
  piece: PieceAddress.nullable(),
  by: z.string(),
  at: instant,
})

/** Why the viewer cannot do it now, or null. */
const whyNot = z.string().nullable()

/** A piece of a loan: one that was lent, or one split from it since. */
export const LoanPiece = z.object({
  piece: PieceAddress,
  /** That it was split from within this loan. */
  parent: PieceAddress.nullable(),
  name: z.string(),
  /** 1 Ryugu, 2 Bennu. */
  db_type: z.number(),
  form: z.string(),
  unit,
  volume_ul: z.number().nullable(),
  state: z.literal(pieceState.codes),
  /** As shown: 'Curation, N2-3, drawer 4', a name, 'on the way to Lucía Peña'. */
  holder: z.string(),
  /** Where curation keeps it; empty for its borrower. */
  place: z.string(),
  initial: z.number(),
  /** What is left; what was used, lost, found to differ and split off within this loan. */
  present: z.number(),
  consumed: z.number(),
  lost: z.number(),
  difference: z.number(),
  split_out: z.number(),
  /** What was weighed for packing; null before. */
  weighed: z.number().nullable(),
  picked: z.boolean(),
  container: z.string(),
  /** What left curation, what the borrower found. */
  sent: z.number().nullable(),
  found: z.number().nullable(),
  condition: z.string(),
  received_at: instant.nullable(),
  /** Found less sent, while the office has to look into it. */
  open_difference: z.number().nullable(),
  weigh_again: z.boolean(),
  missing: z.object({ at: instant, note: z.string() }).nullable(),
  /** What its holder says about its loss. */
  said_lost: z.object({ at: instant, reason: z.string() }).nullable(),
  write_off: z
    .object({ at: instant, by: z.string(), reason: z.string(), why_not_confirm: whyNot })
    .nullable(),
  move: z.object({ to: z.string(), reason: z.string(), asked_at: instant }).nullable(),
  /** What is on its way back. */
  sent_back: z
    .object({ at: instant, amount: z.number(), carrier: z.string(), tracking_number: z.string() })
    .nullable(),
  /** Of the next part of it: 'C0212-01-03'. */
  next_part: z.string(),
  /** It was split in curation before it was packed: these parts can be lent in its place. */
  parts: z.array(z.object({ piece: PieceAddress, name: z.string(), present: z.number(), unit })),
  /** Changes with each event of the piece; commands carry what their sender saw. */
  version: z.number(),
  why_not: z.object({
    pack: whyNot,
    receive: whyNot,
    weigh_again: whyNot,
    split: whyNot,
    consume: whyNot,
    move: whyNot,
    send_back: whyNot,
    confirm_return: whyNot,
    say_lost: whyNot,
    write_off: whyNot,
  }),
})
export type LoanPiece = z.infer<typeof LoanPiece>

const LOAN_COMMANDS = [
  'send_agreement',
  'upload_signed',
  'countersign',
  'choose_pieces',
  'pack',
  'sign_packed',
  'unpack',
  'dispatch',
  'receive',
  'ask_extension',
  'decide_extension',
  'send_back',
  'upload_report',
  'remind',
  'hand_over',
  'close',
  'reopen',
] as const

/** A loan with everything that its viewer may see. Office and curation see all; its borrower no vault place and no conflict. */
export const Loan = LoanRow.extend({
  /** The viewer is its borrower. */
  is_mine: z.boolean(),
  borrower_email: z.string(),
  /** The borrower has no account any more, or never had one: the office acts for them. */
  no_account: z.boolean(),
  result_version: z.number().nullable(),
  supplementary_to: LoanNumber.nullable(),
  /** Other loans of the same proposal. */
  others: z.array(LoanNumber),
  /** When each step was reached; null: not yet. */
  steps: z.object({
    agreement: instant.nullable(),
    packed: instant.nullable(),
    dispatched: instant.nullable(),
    received: instant.nullable(),
    returned: instant.nullable(),
    closed: instant.nullable(),
  }),
  agreement: z.object({
    sent_at: instant.nullable(),
    signed_at: instant.nullable(),
    complete_at: instant.nullable(),
    /** Who countersigned, or marked it received on paper. */
    complete_by: z.string(),
    on_paper: z.boolean(),
  }),
  parcel: z.object({ carrier: z.string(), tracking_number: z.string(), customs_note: z.string() }),
  packed: z.object({ by: z.string(), at: instant }).nullable(),
  dispatched: z.object({ by: z.string(), at: instant }).nullable(),
  /** Whether packing and dispatch need two persons. */
  two_persons: z.boolean(),
  /** The one that waits to be decided; `nth`: the how many-th of the loan. */
  extension: z
    .object({
      until: day,
      reason: z.string(),
      asked_at: instant,
      nth: z.number(),
      days_before_due: z.number(),
    })
    .nullable(),
  extensions: z.array(
    z.object({
      until: day,
      reason: z.string(),
      granted: z.boolean(),
      note: z.string(),
      decided_at: instant,
      by: z.string(),
    }),
  ),
  reminders: z.object({ count: z.number(), last_at: instant.nullable() }),
  report_of_use: z.object({ at: instant, note: z.string() }).nullable(),
  publications: z.number(),
  /** What came back without having been lent. */
  unlent: z.array(
    z.object({
      entry: z.number(),
      description: z.string(),
      note: z.string(),
      at: instant,
      by: z.string(),
      settled: z.string().nullable(),
    }),
  ),
  tolerance: z.object({ ug: z.number(), mpa: z.number() }),
  /** Those lent, each before those split from it; in the order of the vault until they are packed. */
  piece_list: z.array(LoanPiece),
  files: z.array(LoanFile),
  /** Newest first. */
  events: z.array(LoanEvent),
  /** Everything that is due, the most urgent first. */
  due_acts: z.array(
    z.object({
      who: z.enum(WAITS_FOR),
      kind: z.enum(ACT_KINDS),
      label: z.string(),
      waiting: z.string(),
      verb: z.string(),
    }),
  ),
  why_not: z.object(
    Object.fromEntries(LOAN_COMMANDS.map((name) => [name, whyNot])) as Record<
      (typeof LOAN_COMMANDS)[number],
      typeof whyNot
    >,
  ),
  version: z.number(),
})
export type Loan = z.infer<typeof Loan>

/** What a person owes, for their own screens. `until` null: no day is set. */
const OWED_KINDS = ['sign', 'receive', 'weigh_again', 'return', 'report'] as const

const MyOwed = z.object({
  kind: z.enum(OWED_KINDS),
  number: LoanNumber,
  count: z.number(),
  until: day.nullable(),
  days: z.number().nullable(),
})

const MyLoans = z.object({
  loans: z.array(Loan),
  owed: z.array(MyOwed),
  tolerance: z.object({ ug: z.number(), mpa: z.number() }),
})
export type MyLoans = z.infer<typeof MyLoans>

/**
 * Loans. The borrower's commands are open to the office too, which then acts on their behalf. A loan that is not the
 * caller's is 404 for everyone but office and curation. Amounts are whole µg (solid) or mPa (gas).
 */
export const loans = {
  ...listEndpoints,
  /** The caller's loans that are not closed, and those closed in the last year. */
  mine: get('/api/loans/mine', everyone, {
    summary: "Lists the caller's own loans that are open or were closed in the last year.",
    reply: MyLoans,
  }),
  /** The pieces of those loans as CSV. */
  myPieces: get('/api/loans/mine/download', everyone, {
    summary: "Makes a CSV of the pieces of the caller's own loans.",
    reply: fileAddress,
  }),
  get: get('/api/loans/:number', everyone, {
    summary: 'Shows a loan with its pieces.',
    params: byNumber,
    reply: Loan,
    scope: 'read_custody',
  }),
  file: get('/api/loans/:number/files/:file', everyone, {
    summary: 'Answers a file of a loan.',
    params: byNumber.extend({ file: id }),
    gives: 'file',
    media: ['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/heic'],
    scope: 'read_custody',
  }),
  ...dispatchEndpoints,
  ...useEndpoints,
  ...returnsEndpoints,
}
