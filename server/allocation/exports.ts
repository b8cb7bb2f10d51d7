import { type AssignedQuery, allocation } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { setting } from '../masters/settings.ts'
import { type Column, type Export, plain, text } from '../platform/csv.ts'
import { streamAssigned } from './queries.ts'

interface Figures {
  weight: number | null
  size: number | null
  pressure: number | null
  volume: number | null
}

/** The figures of a row's sample in its units; a row without a sample has none. */
export const figures = <Row>(sampleOf: (row: Row) => Figures | null): Column<Row>[] => [
  plain('Weight[mg]', (row) => sampleOf(row)?.weight ?? null),
  plain('Size[mm]', (row) => sizeInMm(sampleOf(row)?.size ?? null)),
  plain('Pressure[Pa]', (row) => sampleOf(row)?.pressure ?? null),
  plain('Volume[ml]', (row) => sampleOf(row)?.volume ?? null),
]

/** An x where it is so. */
export const cross = (yes: boolean) => (yes ? 'x' : '')

type Row = ReturnType<typeof streamAssigned> extends AsyncIterableIterator<infer R> ? R : never

/** The assigned list as a file. */
export const assignedExport: Export<Row, AssignedQuery> = {
  name: 'assigned_samples',
  call: allocation.assignedDownload,
  columns: [
    plain('ID', (a) => a.main_key),
    plain('Term', (a) => termLabel(a.term_id)),
    plain('Asteroid', (a) => asteroids[a.db_type] ?? ''),
    plain('Sample ID', (a) => a.sample_id),
    text('Name', (a) => a.name),
    plain('Type', (a) => labelOf('sample_type', a.sample_type)),
    ...figures<Row>((a) => a),
    plain('Proposal ID', (a) => a.proposal_id),
    text('Proposal title', (a) => a.proposal_title),
    plain('Confirmed', (a) => cross(a.status === CONFIRMED)),
    text('Proposed by', (a) => a.proposed_by),
    text('Confirmed by', (a) => a.confirmed_by),
  ],
  async *rows(ctx, query) {
    yield* streamAssigned(ctx.db, query, await setting(ctx.db, 'two_to_confirm'))
  },
}
