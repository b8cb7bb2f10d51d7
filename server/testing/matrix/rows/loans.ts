import { type Answer, forHolder, ok, on, type RequestParts, type Rule, unlessConflict } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

type Parts = RequestParts<'loan'>
/** Numbers of four digits are drawn by chance. */
const NO_NUMBER = 'L99999'
const NO_LOAN = { params: () => ({ number: NO_NUMBER }) }
const missing = (body?: object) => on('nothing', 404, { ...NO_LOAN, ...(body && { body: () => body }) })
/** A call about the loan and, where the body names one, its piece. */
const about = (answer: Rule<'loan'>, body?: object | ((piece: string) => object)) =>
  on('loan', forHolder(answer), {
    params: ({ subject }) => ({ number: subject.number! }),
    ...(body && {
      body: ({ subject }: Parts) => (typeof body === 'function' ? body(subject.address!) : body),
    }),
  })
const REASON = 'A reason.'
/** A holder's act, which the office does on behalf; curation only reads. */
const byHolder = (answer: Answer, body: Parameters<typeof about>[1]) =>
  about(({ who }) => (who === 'curation' ? 403 : answer), body)

export const loanRows: MatrixRows<'loans'> = {
  list: ok,
  download: ok,
  summary: ok,
  mine: ok,
  myPieces: ok,
  owed: ok,
  sendAgreements: on('nothing', 404, { body: () => ({ numbers: [NO_NUMBER] }) }),
  get: about('ok'),
  agreementPdf: about('ok'),
  packingListPdf: about('ok'),
  file: on('nothing', 404, { params: () => ({ number: NO_NUMBER, file: 1 }) }),
  uploadSigned: missing(),
  countersign: missing(),
  onPaper: about('no', {}),
  choosePieces: about('no', (piece) => ({ pieces: [piece], reason: REASON })),
  savePacking: about('no', (piece) => ({ piece, weighed: 1, container: 'B-1', picked: true })),
  saveParcel: about('no', { carrier: '', tracking_number: '', customs_note: '' }),
  resolvePacking: about('no', (piece) => ({ piece, how: 'loss', reason: REASON })),
  signPacked: about('no', {}),
  unpack: about('no', { reason: REASON }),
  dispatch: about('no', {}),
  receive: byHolder('no', (piece) => ({ pieces: [{ piece, found: 1, condition: '' }] })),
  missing: byHolder('no', (piece) => ({ pieces: [piece], note: REASON })),
  resolve: about('no', (piece) => ({ piece, how: 'accept', reason: REASON })),
  weighAgain: byHolder('no', (piece) => ({ piece, found: 1 })),
  split: byHolder('ok', (piece) => ({
    piece,
    parts: [
      { amount: 2700, form: '' },
      { amount: 2700, form: '' },
    ],
    consumed: 0,
    lost: 0,
    method: '',
  })),
  consume: byHolder('ok', (piece) => ({ piece, consumed: 1, method: 'SIMS' })),
  askMove: byHolder('ok', (piece) => ({
    piece,
    to: 'place',
    name: 'Room 2',
    email: '',
    affiliation: '',
    reason: '',
  })),
  decideMove: about('no', (piece) => ({ piece, granted: true, note: '' })),
  askExtension: byHolder('ok', { until: '2030-01-01', reason: REASON }),
  decideExtension: about('no', { granted: true, note: '' }),
  sendBack: byHolder('ok', (piece) => ({ pieces: [{ piece, amount: 1 }], carrier: '', tracking_number: '' })),
  confirmReturn: about('no', (piece) => ({ piece, found: 1, place: 'N2-3', reason: '' })),
  sayLost: byHolder('ok', (piece) => ({ piece, reason: REASON })),
  proposeWriteOff: about(unlessConflict('no', 'ok'), (piece) => ({ piece, reason: REASON })),
  confirmWriteOff: about('no', (piece) => ({ piece })),
  notLost: about('no', (piece) => ({ piece, reason: REASON })),
  handOver: about('ok', { name: 'Bo Ek', email: 'bo@example.org', affiliation: '', reason: REASON }),
  noteUnlent: about('ok', { description: 'A cup with grains', note: '' }),
  settleUnlent: missing({ entry: 1, resolution: REASON }),
  uploadReport: missing(),
  uploadCustoms: missing(),
  uploadPhoto: missing(),
  remind: on('nothing', 404, { body: () => ({ numbers: [NO_NUMBER] }) }),
  close: about('no', { without_report: '' }),
  reopen: about('no', { reason: REASON }),
}
