import { forHolder, ok, on, type Rule } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

const NO_PIECE = 'aaaaaaaaaaaa'
/** About the piece of a loan, which is in use. */
const about = (answer: Rule<'loan'>, body?: object) =>
  on('loan', forHolder(answer), {
    params: ({ subject }) => ({ address: subject.address! }),
    ...(body && { body: () => body }),
  })

export const pieceRows: MatrixRows<'pieces'> = {
  list: ok,
  download: ok,
  labels: on('nothing', 404, { query: () => `addresses=${NO_PIECE}` }),
  ofSample: on('sample', 'ok'),
  get: about('ok'),
  eventsDownload: about('ok'),
  split: about('no', {
    parts: [{ amount: 1, form: 'Particle', place: '' }],
    ...{ consumed: 0, lost: 0, method: '', note: '' },
  }),
  weigh: about('no', { found: 1, note: '' }),
  loss: about('no', { amount: 1, reason: 'Stuck to the tweezers' }),
  proposeWriteOff: about('no', { reason: 'Fire in the vault' }),
  confirmWriteOff: about('no', {}),
  withdrawWriteOff: about('no', { reason: 'It was found' }),
  // A borrower finds only own events.
  counter: about(({ own }) => (own ? 404 : 'no'), { number: 1, reason: 'Typing error' }),
  place: about('no', { place: 'N2-3, drawer 4' }),
}
