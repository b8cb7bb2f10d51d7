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
  agreementPdf: get('/api/loans/:number/agreement', everyone, {
    summary: 'Answers the agreement of a loan as a PDF.',
    params: byNumber,
    gives: 'file',
    scope: 'read_custody',
  }),
  uploadSigned: post('/api/loans/:number/signed', everyone, {
    summary: 'Uploads the agreement that the borrower has signed.',
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper }),
  }),
  /** The agreement is complete: both have signed the PDF. */
  countersign: post('/api/loans/:number/countersign', office, {
    summary: 'Uploads the agreement that the office has signed too, which completes it.',
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper }),
  }),
  /** The agreement is complete: the office has it on paper. */
  onPaper: put('/api/loans/:number/on_paper', office, {
    summary: 'Notes that the office has the signed agreement on paper.',
    ...onLoan,
    body: z.object({ version }),
  }),
  /** Which pieces go out: all of them, before they are packed. In place of a piece that was split, its parts. */
  choosePieces: put('/api/loans/:number/pieces', custodians, {
    summary: 'Chooses which pieces go out with a loan.',
    ...onLoan,
    body: z.object({ pieces: addresses, reason: note, version }),
  }),
  /** What was weighed and where it lies, one piece at a time; nothing is final before it is signed. */
  savePacking: put('/api/loans/:number/packing', custodians, {
    summary: 'Notes what a piece weighed and where it is packed.',
    ...onLoan,
    body: PackingInput,
  }),
  saveParcel: put('/api/loans/:number/parcel', custodians, {
    summary: 'Saves carrier, tracking number and customs note of a parcel.',
    ...onLoan,
    body: z.object({
      carrier: mustBeSent(line),
      tracking_number: mustBeSent(line),
      customs_note: mustBeSent(note),
    }),
  }),
  /** Packing, beyond the tolerance: the piece is lighter by a handling loss, or the record is put right by what was weighed. */
  resolvePacking: put('/api/loans/:number/resolve_packing', custodians, {
    summary: 'Settles a difference found in packing, as a loss in handling or a correction of the record.',
    ...onLoan,
    body: z.object({ piece: PieceAddress, how: z.enum(['accept', 'loss']), reason, version: pieceVersion }),
  }),
  /** All pieces are weighed and packed. */
  signPacked: put('/api/loans/:number/sign_packed', custodians, {
    summary: 'Signs that all pieces are weighed and packed.',
    ...onLoan,
    body: z.object({ version }),
  }),
  /** Takes the signature back. */
  unpack: put('/api/loans/:number/unpack', custodians, {
    summary: 'Takes back the signature that all is packed, with a reason.',
    ...onLoan,
    body: z.object({ reason, version }),
  }),
  uploadCustoms: post('/api/loans/:number/customs', custodians, {
    summary: 'Uploads a customs paper of a loan.',
    ...onLoan,
    takes: 'multipart',
    body: z.object({ file: paper }),
  }),
  /** Packing list with the customs note. */
  packingListPdf: get('/api/loans/:number/packing_list', everyone, {
    summary: 'Answers the packing list of a loan as a PDF, with the customs note.',
    params: byNumber,
    gives: 'file',
    scope: 'read_custody',
  }),
  /** The parcel leaves; by another person than who packed it, where two persons are required. */
  dispatch: put('/api/loans/:number/dispatch', custodians, {
    summary: 'Dispatches the parcel of a loan, and tells its borrower.',
    ...onLoan,
    body: z.object({ version }),
    mails: ['loan_dispatched'],
  }),
}
