import { askedWords } from '#domain/allocation/asked_words.ts'
import {
  type AssignedQuery,
  type AssignedRow,
  allocation,
  type Claimant,
} from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import type { Ctx } from '../platform/context.ts'
import { type Column, type Export, exportAddress, plain, text } from '../platform/csv.ts'
import { assignedList } from './assigned.ts'

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

/** '87 (4.30, rank 5)': another proposal, with what ranks it. */
function rival({ proposal_id, term_id, global_score, rank }: Claimant, { term }: AssignedRow): string {
  const name = term_id === term.id ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`
  if (global_score === null) return name
  return `${name} (${global_score.toFixed(2)}${rank === null ? '' : `, rank ${rank}`})`
}

/** Who else has the sample, and who else asks for it by name. */
const clash = (row: AssignedRow) =>
  [
    ...row.others.map(
      (other) => `${rival(other, row)} ${other.status === CONFIRMED ? 'is promised' : 'has'} it`,
    ),
    ...row.wanted.map((other) => `${rival(other, row)} asks for it with priority ${other.priority}`),
  ].join('; ')

/** The assigned list as a file. */
export const assignedExport: Export<AssignedRow, AssignedQuery> = {
  name: 'assigned_samples',
  call: allocation.assignedDownload,
  columns: [
    plain('ID', (a) => a.main_key),
    plain('Term', (a) => termLabel(a.term.id)),
    plain('Asteroid', (a) => asteroids[a.db_type] ?? ''),
    plain('Sample ID', (a) => a.id),
    text('Name', (a) => a.name),
    plain('Type', (a) => labelOf('sample_type', a.type)),
    ...figures<AssignedRow>((a) => a),
    plain('Proposal ID', (a) => a.proposal_id),
    text('Proposal title', (a) => a.proposal_title),
    plain('Confirmed', (a) => cross(a.status === CONFIRMED)),
    text('Proposed by', (a) => a.proposed_by),
    text('Confirmed by', (a) => a.confirmed_by),
    plain('Proposed at', (a) => a.proposed_at),
    plain('Confirmed at', (a) => a.confirmed_at),
    text('Name of proposer', (a) => a.proposer),
    plain('Global Score', (a) => a.global_score),
    plain('Rank', (a) => a.rank),
    plain('Priority', (a) => a.request?.priority ?? null),
    text('Asked', (a) => (a.request ? askedWords(a.request) : '')),
    plain('Over-asked', (a) => cross(a.over_asked)),
    plain('Clash', clash),
  ],
  async *rows(ctx, query) {
    yield* await assignedList(ctx, query)
  },
}

export const downloadAssigned = (ctx: Ctx, query: AssignedQuery) => exportAddress(ctx, assignedExport, query)
