import type { PieceAddress } from '#domain/custody/address.ts'
import { writeAmount, writtenUnit } from '#domain/custody/amounts.ts'
import { type PieceFilter, pieces } from '#domain/custody/pieces/contract.ts'
import { EVENT_KINDS, pieceState } from '#domain/custody/status.ts'
import { asteroids } from '#domain/masters/values.ts'
import { type Export, plainColumn, textColumn } from '../../platform/csv.ts'
import { streamPieces } from './queries.ts'
import { exportedEvents, listRow } from './service.ts'

async function* rowsOf(stream: ReturnType<typeof streamPieces>) {
  for await (const row of stream) yield listRow(row)
}

/** Amounts in mg, or Pa for gas. */
export const pieceExport: Export<ReturnType<typeof listRow>, PieceFilter> = {
  name: 'pieces',
  endpoint: pieces.download,
  columns: [
    textColumn('Piece', (p) => p.name),
    plainColumn('Asteroid', (p) => asteroids[p.db_type]),
    textColumn('Form', (p) => p.form),
    plainColumn('State', (p) => pieceState.label(p.state)),
    textColumn('With', (p) => p.holder),
    textColumn('Place', (p) => p.place),
    plainColumn('Loan', (p) => p.loan_number),
    plainColumn('Initial', (p) => writeAmount(p.initial)),
    plainColumn('Now', (p) => writeAmount(p.present)),
    plainColumn('Unit', (p) => writtenUnit(p.unit)),
    plainColumn('Last event', (p) => p.last_at),
    plainColumn('Address', (p) => p.address),
  ],
  rows: (ctx, filter) => rowsOf(streamPieces(ctx.db, filter)),
}

type EventRow = Awaited<ReturnType<typeof exportedEvents>>[number]

/** What changed, state and holder after each event: what is left, and who has it, can be worked out from this file alone. */
export const pieceEventExport: Export<EventRow, { address: PieceAddress }> = {
  name: 'events_of_piece',
  endpoint: pieces.eventsDownload,
  columns: [
    textColumn('Piece', (e) => e.piece_name),
    textColumn('Part of', (e) => e.parent),
    plainColumn('Number', (e) => e.number),
    plainColumn('At', (e) => e.at),
    plainColumn('Kind', (e) => e.kind),
    plainColumn('Event', (e) => EVENT_KINDS[e.kind].label),
    textColumn('By', (e) => e.by_name),
    textColumn('Second person', (e) => e.second_name),
    plainColumn('Loan', (e) => e.loan_number),
    plainColumn('Unit', (e) => writtenUnit(e.unit)),
    plainColumn('Initial', (e) => writeAmount(e.d_initial)),
    plainColumn('Used', (e) => writeAmount(e.d_consumed)),
    plainColumn('Lost', (e) => writeAmount(e.d_lost)),
    plainColumn('Measured difference', (e) => writeAmount(e.d_difference)),
    plainColumn('Split', (e) => writeAmount(e.d_split)),
    plainColumn('Change', (e) => writeAmount(e.d_present)),
    plainColumn('Left', (e) => writeAmount(e.present)),
    plainColumn('State', (e) => e.state),
    plainColumn('Kind of holder', (e) => e.holder_kind),
    textColumn('Holder', (e) => e.holder_name),
    plainColumn('Takes back', (e) => e.counters),
    textColumn('Reason', (e) => e.reason),
    textColumn('Details', (e) => JSON.stringify(e.details)),
  ],
  async *rows(ctx, { address }) {
    yield* await exportedEvents(ctx, address)
  },
}
