import { z } from 'zod'
import { custodians, everyone, office } from '../../access.ts'
import { get, post, put, version } from '../../endpoint.ts'
import { checkbox, mustBeSent, singleLine } from '../../input_schemas.ts'
import { tooLong } from '../../text.ts'
import { PieceAddress } from '../address.ts'
import {
  addresses,
  amount,
  byNumber,
  line,
  NAME_LENGTH,
  note,
  onLoan,
  paper,
  pieceVersion,
  reason,
} from './schemas.ts'

const PackingInput = z.object({
  piece: PieceAddress,
  /** Null: not weighed yet. */
  weighed: mustBeSent(amount.nullable()),
  container: mustBeSent(singleLine({ max: NAME_LENGTH, long: tooLong(NAME_LENGTH, '.') })),
  picked: mustBeSent(checkbox),
})
export type PackingInput = z.output<typeof PackingInput>

/** A loan until its parcel leaves: the agreement, packing and dispatch. */
export const dispatchEndpoints = {
  agreementPdf: get('/api/loans/:number/agreement', everyone, { params: byNumber, gives: 'file' }),
  uploadSigned: post('/api/loans/:number/signed', everyone, {
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper }),
  }),
  /** The agreement is complete: both have signed the PDF. */
  countersign: post('/api/loans/:number/countersign', office, {
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper }),
  }),
  /** The agreement is complete: the office has it on paper. */
  onPaper: put('/api/loans/:number/on_paper', office, { ...onLoan, body: z.object({ version }) }),
  /** Which pieces go out: all of them, before they are packed. In place of a piece that was split, its parts. */
  choosePieces: put('/api/loans/:number/pieces', custodians, {
    ...onLoan,
    body: z.object({ pieces: addresses, reason: note, version }),
  }),
  /** What was weighed and where it lies, one piece at a time; nothing is final before it is signed. */
  savePacking: put('/api/loans/:number/packing', custodians, { ...onLoan, body: PackingInput }),
  saveParcel: put('/api/loans/:number/parcel', custodians, {
    ...onLoan,
    body: z.object({
      carrier: mustBeSent(line),
      tracking_number: mustBeSent(line),
      customs_note: mustBeSent(note),
    }),
  }),
  /** Packing, beyond the tolerance: the piece is lighter by a handling loss, or the record is put right by what was weighed. */
  resolvePacking: put('/api/loans/:number/resolve_packing', custodians, {
    ...onLoan,
    body: z.object({ piece: PieceAddress, how: z.enum(['accept', 'loss']), reason, version: pieceVersion }),
  }),
  /** All pieces are weighed and packed. */
  signPacked: put('/api/loans/:number/sign_packed', custodians, { ...onLoan, body: z.object({ version }) }),
  /** Takes the signature back. */
  unpack: put('/api/loans/:number/unpack', custodians, { ...onLoan, body: z.object({ reason, version }) }),
  uploadCustoms: post('/api/loans/:number/customs', custodians, {
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper }),
  }),
  /** Packing list with the customs note. */
  packingListPdf: get('/api/loans/:number/packing_list', everyone, { params: byNumber, gives: 'file' }),
  /** The parcel leaves; by another person than who packed it, where two persons are required. */
  dispatch: put('/api/loans/:number/dispatch', custodians, {
    ...onLoan,
    body: z.object({ version }),
    mails: ['loan_dispatched'],
  }),
}
