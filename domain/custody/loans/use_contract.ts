import { z } from 'zod'
import { everyone, office } from '../../access.ts'
import { post, put } from '../../endpoint.ts'
import { checkbox, EMAIL_PATTERN, multiLine, mustBeSent, singleLine, upload } from '../../input_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { emptyFileAsUndefined, PHOTO_MAX_BYTES, PHOTO_TOO_LARGE } from '../../upload.ts'
import { PieceAddress } from '../address.ts'
import {
  addresses,
  amount,
  key,
  LINE_LENGTH,
  line,
  NAME_LENGTH,
  note,
  onLoan,
  pieceList,
  pieceVersion,
  REASON_LENGTH,
  reason,
} from './schemas.ts'

const MAX_PARTS = 50

const positive = amount.refine((n) => n > 0, 'Enter an amount above 0.')
const futureDay = z.iso.date('Enter a day.')
const photo = z.preprocess(
  emptyFileAsUndefined,
  upload(PHOTO_MAX_BYTES, { wrong: 'Please choose a photo.', tooLarge: PHOTO_TOO_LARGE }),
)

/** How a difference beyond the tolerance is resolved: it stays as measured, becomes a handling loss, or is weighed again. */
export const RESOLUTIONS = ['accept', 'loss', 'weigh_again'] as const

const ResolveInput = z.object({
  piece: PieceAddress,
  how: z.enum(RESOLUTIONS),
  reason,
  version: pieceVersion,
})

const ReceiveInput = z.object({
  pieces: pieceList(
    z.object({
      piece: PieceAddress,
      found: amount,
      condition: multiLine({ max: REASON_LENGTH, long: tooLong(REASON_LENGTH, '.') }),
    }),
  ),
  key,
})
export type ReceiveInput = z.output<typeof ReceiveInput>

const SplitInput = z.object({
  piece: PieceAddress,
  parts: z
    .array(
      z.object({ amount: positive, form: singleLine({ max: NAME_LENGTH, long: tooLong(NAME_LENGTH, '.') }) }),
    )
    .min(1, 'Enter at least one part.')
    .max(MAX_PARTS, `A split has ${MAX_PARTS} parts at most.`),
  consumed: mustBeSent(amount),
  lost: mustBeSent(amount),
  method: line,
  version: pieceVersion,
  key,
})
export type SplitInput = z.output<typeof SplitInput>

const ConsumeInput = z
  .object({
    piece: PieceAddress,
    consumed: mustBeSent(amount),
    /** Handling loss. */
    lost: amount.default(0),
    method: singleLine({ max: LINE_LENGTH, required: REQUIRED, long: tooLong(LINE_LENGTH, '.') }),
    version: pieceVersion,
    key,
  })
  .refine(({ consumed, lost }) => consumed + lost > 0, {
    error: 'Enter an amount above 0.',
    path: ['consumed'],
  })
export type ConsumeInput = z.output<typeof ConsumeInput>

const AskMoveInput = z
  .object({
    piece: PieceAddress,
    to: z.enum(['place', 'colleague']),
    /** The place, or the colleague's name. */
    name: singleLine({ max: LINE_LENGTH, required: REQUIRED, long: tooLong(LINE_LENGTH, '.') }),
    /** The colleague's e-mail address; empty for a place. */
    email: singleLine({ max: LINE_LENGTH }).refine(
      (text) => text === '' || EMAIL_PATTERN.test(text),
      'This field have to be email format.',
    ),
    affiliation: line,
    reason: note,
    version: pieceVersion,
    key,
  })
  .refine(({ to, email }) => to === 'place' || email !== '', { error: REQUIRED, path: ['email'] })
export type AskMoveInput = z.output<typeof AskMoveInput>

/** A loan while its borrower has it: receipt, what is done with its pieces, moves and extensions. */
export const useEndpoints = {
  /** Some or all of the pieces have arrived. A difference beyond the tolerance waits for the office. */
  receive: put('/api/loans/:number/receive', everyone, {
    summary: 'Notes that pieces of a loan have arrived, with what they weigh.',
    ...onLoan,
    body: ReceiveInput,
    mails: ['loan_received'],
  }),
  missing: put('/api/loans/:number/missing', everyone, {
    summary: 'Notes that pieces of a loan did not arrive.',
    ...onLoan,
    body: z.object({ pieces: addresses, note: reason, key }),
  }),
  resolve: put('/api/loans/:number/resolve', office, {
    summary: 'Settles a difference or a missing piece that a borrower reported.',
    ...onLoan,
    body: ResolveInput,
    mails: ['loan_weigh_again'],
  }),
  weighAgain: put('/api/loans/:number/weigh_again', everyone, {
    summary: 'Notes what a piece weighs now.',
    ...onLoan,
    body: z.object({ piece: PieceAddress, found: amount, version: pieceVersion, key }),
  }),
  split: put('/api/loans/:number/split', everyone, {
    summary: 'Splits a piece of a loan into parts.',
    ...onLoan,
    body: SplitInput,
  }),
  consume: put('/api/loans/:number/consume', everyone, {
    summary: 'Notes how much of a piece was used up or lost.',
    ...onLoan,
    body: ConsumeInput,
  }),
  askMove: put('/api/loans/:number/ask_move', everyone, {
    summary: 'Asks whether a piece may move to another person.',
    ...onLoan,
    body: AskMoveInput,
  }),
  decideMove: put('/api/loans/:number/decide_move', office, {
    summary: 'Grants or refuses the move of a piece to another person.',
    ...onLoan,
    body: z.object({ piece: PieceAddress, granted: mustBeSent(checkbox), note }),
    mails: ['loan_move'],
  }),
  askExtension: put('/api/loans/:number/ask_extension', everyone, {
    summary: 'Asks for more time for a loan.',
    ...onLoan,
    body: z.object({ until: futureDay, reason, key }),
  }),
  decideExtension: put('/api/loans/:number/decide_extension', office, {
    summary: 'Grants or refuses more time for a loan.',
    ...onLoan,
    body: z.object({
      granted: mustBeSent(checkbox),
      /** Another day than the one asked for. */
      until: futureDay.optional(),
      note,
    }),
    mails: ['loan_extension'],
  }),
  uploadPhoto: post('/api/loans/:number/photos', everyone, {
    summary: 'Uploads a photo of a piece of a loan.',
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: photo, piece: PieceAddress }),
  }),
}
