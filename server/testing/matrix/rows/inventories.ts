import { on } from '../cell.ts'
import type { MatrixRows } from './rows.ts'

/** None is open or recorded in the scene: these rows say who may ask at all; server/custody/inventories/*.test.ts the rest. */
const NO_ID = { params: () => ({ id: 2_000_000_000 }) }
const NO_PIECE = { params: () => ({ address: 'aaaaaaaaaaaa' }) }
const missing = on('nothing', 404, NO_ID)
const ANSWER = { inventory_id: 2_000_000_000, pieces: [] }
const PUBLICATION = {
  doi: '10.1126/science.abn8671',
  title: 'A title',
  year: 2027,
  pieces: ['aaaaaaaaaaaa'],
}

export const inventoryRows: MatrixRows<'inventories'> = {
  list: on('nothing', 'ok'),
  preview: on('nothing', 'ok'),
  ask: on('nothing', 'ok', { body: () => ({ name: 'Inventory 2027', days: 30 }) }),
  mine: on('nothing', 'ok'),
  answer: on('nothing', 404, { body: () => ANSWER }),
  get: missing,
  download: missing,
  remind: on('nothing', 404, { ...NO_ID, body: () => ({ user_ids: [1] }) }),
  reminder: on('nothing', 404, { ...NO_ID, query: () => 'user_id=1' }),
  accept: missing,
  resolve: on('nothing', 404, {
    ...NO_ID,
    body: () => ({ entry_id: 1, answered_at: '2027-01-01T00:00:00.000Z', act: 'note', reason: 'Found.' }),
  }),
  answerFor: on('nothing', 404, { ...NO_ID, body: () => ANSWER }),
  entriesOf: missing,
  close: on('nothing', 404, { ...NO_ID, body: () => ({ unanswered: 0 }) }),
}

export const publicationRows: MatrixRows<'publications'> = {
  list: on('nothing', 'ok'),
  download: on('nothing', 'ok'),
  bibtex: on('nothing', 'ok'),
  mine: on('nothing', 'ok'),
  ofProposal: missing,
  ofPiece: on('nothing', 404, NO_PIECE),
  choosable: on('nothing', 'ok'),
  add: on('nothing', 400, { body: () => PUBLICATION }),
  save: on('nothing', 404, { ...NO_ID, body: () => PUBLICATION }),
  confirm: on('nothing', 404, { body: () => ({ ids: [2_000_000_000] }) }),
  remove: on('nothing', 404, { ...NO_ID, body: () => ({ reason: 'A mistake.' }) }),
}

export const offerRows: MatrixRows<'offers'> = {
  offer: on('nothing', 404, NO_PIECE),
  takeOff: on('nothing', 404, { ...NO_PIECE, body: () => ({ reason: 'A mistake.' }) }),
}
