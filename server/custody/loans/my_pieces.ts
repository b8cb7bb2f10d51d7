import { writeAmount, writtenUnit } from '#domain/custody/amounts.ts'
import { loans as endpoints, type Loan, type LoanPiece } from '#domain/custody/loans/contract.ts'
import { pieceState } from '#domain/custody/status.ts'
import { type Asteroid, asteroids } from '#domain/masters/values.ts'
import { type Export, plainColumn, textColumn } from '../../platform/csv.ts'
import { listMine } from './list.ts'

interface Row {
  loan: Loan
  piece: LoanPiece
}

/** Every piece of the caller's own loans as CSV: solids in mg, gas in Pa. */
export const myPiecesExport: Export<Row, unknown> = {
  name: 'my_pieces',
  endpoint: endpoints.myPieces,
  columns: [
    plainColumn('Loan', ({ loan }) => loan.number),
    plainColumn('Due', ({ loan }) => loan.due_on),
    textColumn('Piece', ({ piece }) => piece.name),
    plainColumn('Asteroid', ({ piece }) => asteroids[piece.db_type as Asteroid]),
    textColumn('Form', ({ piece }) => piece.form),
    plainColumn('State', ({ piece }) => pieceState.label(piece.state)),
    textColumn('Held by', ({ piece }) => piece.holder),
    plainColumn('Unit', ({ piece }) => writtenUnit(piece.unit)),
    plainColumn('Sent', ({ piece }) => (piece.sent === null ? null : writeAmount(piece.sent))),
    plainColumn('Found', ({ piece }) => (piece.found === null ? null : writeAmount(piece.found))),
    plainColumn('Used up', ({ piece }) => writeAmount(piece.consumed)),
    plainColumn('Handling loss', ({ piece }) => writeAmount(piece.lost)),
    plainColumn('Measured difference', ({ piece }) => writeAmount(piece.difference)),
    plainColumn('Present', ({ piece }) => writeAmount(piece.present)),
    plainColumn('Received (UTC)', ({ piece }) => piece.received_at),
  ],
  async *rows(ctx) {
    for (const loan of (await listMine(ctx)).loans) for (const piece of loan.piece_list) yield { loan, piece }
  },
}
