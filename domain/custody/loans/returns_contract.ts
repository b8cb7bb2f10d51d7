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
  sendBack: put('/api/loans/:number/send_back', everyone, { ...onLoan, body: SendBackInput }),
  confirmReturn: put('/api/loans/:number/confirm_return', custodians, {
    ...onLoan,
    body: ConfirmReturnInput,
    mails: ['loan_returned'],
  }),
  /** The holder cannot find it, or it is destroyed. */
  sayLost: put('/api/loans/:number/say_lost', everyone, {
    ...onLoan,
    body: z.object({ piece: PieceAddress, reason, key }),
  }),
  proposeWriteOff: put('/api/loans/:number/propose_write_off', custodians, {
    ...onLoan,
    body: z.object({ piece: PieceAddress, reason, version: pieceVersion }),
  }),
  /** By another person than who proposed it; one of the two is of the office. */
  confirmWriteOff: put('/api/loans/:number/confirm_write_off', custodians, {
    ...onLoan,
    body: z.object({ piece: PieceAddress }),
  }),
  /** The piece is not lost: what its holder said, or the proposed write-off, is taken back. */
  notLost: put('/api/loans/:number/not_lost', custodians, {
    ...onLoan,
    body: z.object({ piece: PieceAddress, reason }),
  }),
  handOver: put('/api/loans/:number/hand_over', office, {
    ...onLoan,
    body: HandOverInput,
    mails: ['loan_handed_over'],
  }),
  /** Something came back that was never lent in this loan. */
  noteUnlent: put('/api/loans/:number/note_unlent', custodians, {
    ...onLoan,
    body: z.object({
      description: singleLine({ max: LINE_LENGTH, required: REQUIRED, long: tooLong(LINE_LENGTH, '.') }),
      note,
    }),
  }),
  settleUnlent: put('/api/loans/:number/settle_unlent', custodians, {
    ...onLoan,
    body: z.object({ entry: id, resolution: reason }),
  }),
  uploadReport: post('/api/loans/:number/report', everyone, {
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper, note }),
  }),
  /** Everything is accounted for; without the report of use only with a reason. */
  close: put('/api/loans/:number/close', office, {
    ...onLoan,
    body: z.object({ without_report: note, version }),
    mails: ['loan_closed'],
  }),
  reopen: put('/api/loans/:number/reopen', office, { ...onLoan, body: z.object({ reason, version }) }),
}
