import { ADDRESSES, PART, SECOND } from './exported_pieces.ts'
import { type ExportFixture, endpoints, exportRequest } from './fixture.ts'
import { AT, escapedCell, hostileCell } from './full_term.ts'

/** JSON keeps a note in one line but for one separator, and a line that begins like a formula is escaped. */
const details = (value: object) => JSON.stringify(value).replaceAll('\u2028＠', "\u2028'＠")
const note = hostileCell('note')
const noted = details({ note })

const event = (number: number, kind: string, label: string, cells: Record<string, string>) => ({
  ...{
    Piece: 'X1',
    'Part of': '',
    Number: number,
    At: AT,
    Kind: kind,
    Event: label,
    By: "'+Oki Office",
    'Second person': '',
  },
  ...{ Loan: '', Unit: 'mg', Initial: '0.000', Used: '0.000', Lost: '0.000', 'Measured difference': '0.000' },
  ...{ Split: '0.000', Change: '0.000', State: 'in_curation', 'Kind of holder': 'curation', Holder: '' },
  ...{ 'Takes back': '', Reason: '', Details: noted },
  ...cells,
})
const OF_PART = { Piece: 'X1-01', 'Part of': 'X1', Left: '4.893', Details: '{}' }
const NOBODY = { 'Kind of holder': 'none' }
const CARRIER = { 'Kind of holder': 'carrier', Holder: "'=DHL", State: 'dispatched' }

export const pieceExports: Record<string, ExportFixture> = {
  pieces: {
    ...exportRequest(endpoints.pieces.download, { query: { name: 'X1' } }),
    rows: ({ loan }) => [
      {
        ...{
          Piece: 'X1',
          Asteroid: 'Ryugu',
          Form: 'Particle',
          State: 'Split',
          With: '',
          Place: '',
          Loan: '',
        },
        ...{ Initial: '5.000', Now: '0.000', Unit: 'mg', 'Last event': AT, Address: ADDRESSES.root },
      },
      {
        ...{ Piece: 'X1-01', Asteroid: 'Ryugu', Form: `'${PART.form}`, State: 'Dispatched' },
        ...{ With: 'on the way to Mei Takahashi', Place: `'${PART.place}`, Loan: loan },
        ...{ Initial: '4.893', Now: '4.893', Unit: 'mg', 'Last event': AT, Address: ADDRESSES.part },
      },
    ],
  },
  events_of_piece: {
    ...exportRequest(endpoints.pieces.eventsDownload, { params: { address: ADDRESSES.root } }),
    missingFor: ['panel', 'reviewer', 'proposer'],
    rows: ({ loan: Loan }) => [
      event(1, 'enter', 'Entered', { Initial: '5.000', Change: '5.000', Left: '5.000', Details: '{}' }),
      event(2, 'weigh', 'Measured', { 'Measured difference': '0.003', Change: '0.003', Left: '5.003' }),
      event(3, 'loss', 'Handling loss', { Lost: '0.010', Change: '-0.010', Left: '4.993' }),
      event(4, 'consume', 'Consumed', { Used: '0.100', Change: '-0.100', Left: '4.893' }),
      event(5, 'split', 'Split', {
        ...{ Split: '4.893', Change: '-4.893', Left: '0.000', State: 'split', ...NOBODY },
        Details: details({ note, parts: ['X1-01'] }),
      }),
      event(1, 'split_from', 'Split from', {
        ...{ ...OF_PART, Initial: '4.893', Change: '4.893', Details: noted },
      }),
      event(2, 'pack', 'Packed', { ...OF_PART, Loan, State: 'packed' }),
      event(3, 'dispatch', 'Dispatched', { ...OF_PART, Loan, ...CARRIER }),
      event(4, 'write_off', 'Written off', {
        ...{ ...OF_PART, Loan, State: 'lost', ...NOBODY, 'Second person': `'${SECOND}` },
        ...{ Lost: '4.893', Change: '-4.893', Left: '0.000', Reason: escapedCell('note').trim() },
      }),
      event(5, 'counter', 'Correction', {
        ...{ ...OF_PART, Loan, ...CARRIER, Lost: '-4.893', Change: '4.893', 'Takes back': '4' },
        ...{ Reason: 'Found again', Details: '{"of":"write_off"}' },
      }),
    ],
  },
}
