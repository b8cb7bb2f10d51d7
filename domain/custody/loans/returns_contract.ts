import { z } from 'zod'
import { custodians, everyone, office } from '../../access.ts'
import { id, post, put, version } from '../../endpoint.ts'
import { EMAIL_PATTERN, singleLine } from '../../input_schemas.ts'
import { REQUIRED, tooLong } from '../../text.ts'
import { PieceAddress } from '../address.ts'
import {
  amount,
  key,
  LINE_LENGTH,
  line,
  note,
  onLoan,
  paper,
  pieceList,
  pieceVersion,
  reason,
} from './schemas.ts'

const SendBackInput = z.object({
  pieces: pieceList(z.object({ piece: PieceAddress, amount, version: pieceVersion })),
  carrier: line,
  tracking_number: line,
  key,
})
export type SendBackInput = z.output<typeof SendBackInput>

const ConfirmReturnInput = z.object({
  piece: PieceAddress,
  found: amount,
  place: singleLine({ max: LINE_LENGTH, required: REQUIRED, long: tooLong(LINE_LENGTH, '.') }),
  /** Needed beyond the tolerance: whether the difference stays as measured or is a handling loss, and why. */
  how: z.enum(['accept', 'loss']).optional(),
  reason: note,
  version: pieceVersion,
})
export type ConfirmReturnInput = z.output<typeof ConfirmReturnInput>

const HandOverInput = z
  .object({
    /** An account; else name and e-mail address of someone without one. */
    user_id: id.nullish(),
    name: line,
    email: singleLine({ max: LINE_LENGTH }).refine(
      (text) => text === '' || EMAIL_PATTERN.test(text),
      'This field have to be email format.',
    ),
    affiliation: line,
    reason,
    version,
  })
  .refine(({ user_id, name }) => (user_id ?? null) !== null || name !== '', {
    error: REQUIRED,
    path: ['name'],
  })
  .refine(({ user_id, email }) => (user_id ?? null) !== null || email !== '', {
    error: REQUIRED,
    path: ['email'],
  })
export type HandOverInput = z.output<typeof HandOverInput>

/** How a loan ends: its pieces come back, are written off or handed over to another borrower; the report of use, closing. */
export const returnsEndpoints = {
  sendBack: put('/api/loans/:number/send_back', everyone, {
    summary: 'Notes that pieces of a loan are sent back.',
    ...onLoan,
    body: SendBackInput,
  }),
  confirmReturn: put('/api/loans/:number/confirm_return', custodians, {
    summary: 'Confirms that a piece has come back, with what it weighs and where it is.',
    ...onLoan,
    body: ConfirmReturnInput,
    mails: ['loan_returned'],
  }),
  /** The holder cannot find it, or it is destroyed. */
  sayLost: put('/api/loans/:number/say_lost', everyone, {
    summary: 'Notes that the holder cannot find a piece or that it is destroyed.',
    ...onLoan,
    body: z.object({ piece: PieceAddress, reason, key }),
  }),
  proposeWriteOff: put('/api/loans/:number/propose_write_off', custodians, {
    summary: 'Proposes to write off a piece.',
    ...onLoan,
    body: z.object({ piece: PieceAddress, reason, version: pieceVersion }),
  }),
  /** By another person than who proposed it; one of the two is of the office. */
  confirmWriteOff: put('/api/loans/:number/confirm_write_off', custodians, {
    summary: 'Writes off a piece that another person proposed to write off.',
    ...onLoan,
    body: z.object({ piece: PieceAddress }),
  }),
  /** The piece is not lost: what its holder said, or the proposed write-off, is taken back. */
  notLost: put('/api/loans/:number/not_lost', custodians, {
    summary: 'Takes back that a piece is lost, or the proposal to write it off.',
    ...onLoan,
    body: z.object({ piece: PieceAddress, reason }),
  }),
  handOver: put('/api/loans/:number/hand_over', office, {
    summary: 'Hands a loan over to another borrower.',
    ...onLoan,
    body: HandOverInput,
    mails: ['loan_handed_over'],
  }),
  /** Something came back that was never lent in this loan. */
  noteUnlent: put('/api/loans/:number/note_unlent', custodians, {
    summary: 'Notes that something came back that this loan did not lend.',
    ...onLoan,
    body: z.object({
      description: singleLine({ max: LINE_LENGTH, required: REQUIRED, long: tooLong(LINE_LENGTH, '.') }),
      note,
    }),
  }),
  settleUnlent: put('/api/loans/:number/settle_unlent', custodians, {
    summary: 'Settles something that came back without having been lent.',
    ...onLoan,
    body: z.object({ entry: id, resolution: reason }),
  }),
  uploadReport: post('/api/loans/:number/report', everyone, {
    summary: 'Uploads the report of use of a loan.',
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper, note }),
  }),
  /** Everything is accounted for; without the report of use only with a reason. */
  close: put('/api/loans/:number/close', office, {
    summary: 'Closes a loan in which everything is accounted for.',
    ...onLoan,
    body: z.object({ without_report: note, version }),
    mails: ['loan_closed'],
  }),
  reopen: put('/api/loans/:number/reopen', office, {
    summary: 'Opens a closed loan again, with a reason.',
    ...onLoan,
    body: z.object({ reason, version }),
  }),
}
