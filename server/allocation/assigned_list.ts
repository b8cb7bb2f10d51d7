import { isOfKind, searchRows } from '#domain/allocation/assigned_list.ts'
import {
  type AssignedQuery,
  type AssignedRow,
  allocation,
  type Claimant,
} from '#domain/allocation/contract.ts'
import { fulfilmentOf } from '#domain/allocation/matching.ts'
import type { Step } from '#domain/allocation/rules.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { requestText } from '#domain/allocation/suggest/texts.ts'
import { groupBy } from '#domain/group_by.ts'
import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import type { RequestedSample } from '#domain/proposals/requested_samples.ts'
import { sizeInMm } from '#domain/samples/size.ts'
import { setting } from '../masters/settings.ts'
import type { Ctx } from '../platform/context.ts'
import { type Column, type Export, exportAddress, plain, text } from '../platform/csv.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { findAssigned, findShared } from './queries.ts'
import { blocksOthers } from './service.ts'

type Found = Awaited<ReturnType<typeof findAssigned>>[number]

/** The assigned list: a term's pairs, or all; `open` leaves out those of disabled terms. */
export async function assignedList(ctx: Ctx, query: AssignedQuery): Promise<AssignedRow[]> {
  const two = await setting(ctx.db, 'two_to_confirm')
  const found = await findAssigned(ctx.db, query, two)
  const ids = [...new Set(found.map(({ sample_id }) => sample_id))]
  const shared = (await findShared(ctx.db, ids)).filter(blocksOthers)
  const others = groupBy(shared, (a) => a.sample_id)
  const { claimants, wanting, serving } = await claims(ctx, found, shared)
  const who = ({ proposal_id, term_id }: Pick<Found, 'proposal_id' | 'term_id'>) =>
    claimants.get(proposal_id) ?? { ...NOBODY, proposal_id, term_id }
  const rows = found.map((row): AssignedRow => {
    const { proposer, conflict, global_score, rank } = who(row)
    const { request, over_asked, asked } = serving.get(`${row.proposal_id} ${row.sample_id}`) ?? NOT_ASKED
    // Field by field: to spread so many into each of thousands of rows takes most of the call.
    return {
      main_key: row.main_key,
      id: row.sample_id,
      type: row.sample_type,
      name: row.name,
      weight: row.weight,
      size: row.size,
      pressure: row.pressure,
      volume: row.volume,
      db_type: row.db_type,
      proposal_id: row.proposal_id,
      proposal_title: row.proposal_title,
      proposer,
      conflict,
      global_score,
      rank,
      status: row.status,
      step: stepFor(row, two, ctx.actor.id),
      proposed_by: row.proposed_by,
      proposed_by_id: row.proposed_by_id,
      proposed_at: row.proposed_at,
      confirmed_by: row.confirmed_by,
      confirmed_at: row.confirmed_at,
      cancelled_at: row.cancelled_at,
      request,
      over_asked,
      asked,
      term: { id: row.term_id, disabled: row.disabled },
      others: (others.get(row.sample_id) ?? [])
        .filter(({ main_key }) => main_key !== row.main_key)
        .map((other) => ({ ...who(other), status: other.status })),
      wanted: wanting.get(`${row.term_id} ${row.sample_id}`) ?? [],
    }
  })
  const { show } = query
  return searchRows(show ? rows.filter(isOfKind[show]) : rows, query.find)
}

/** A proposal that is not submitted any more. */
const NOBODY = { proposer: '-', conflict: false, global_score: null, rank: null }
const NOT_ASKED = { request: null, over_asked: true, asked: { pieces: 0, mg: 0 } }

/** What Confirm does next with an assignment for a member of the office, or null. */
function stepFor(row: Pick<Found, 'status' | 'proposed_by_id'>, two: boolean, me: number): Step | null {
  if (row.status === CONFIRMED) return null
  if (!two) return 'confirm'
  if (row.proposed_by_id === null) return 'propose'
  return row.proposed_by_id === me ? null : 'confirm'
}

type MatchedRequest = Pick<AssignedRow, 'request' | 'over_asked' | 'asked'>

/**
 * Who the proposals of these assignments are, which of them want a sample by name, and what each of their samples answers;
 * `found` are all assignments of their terms, `shared` may be of other terms.
 */
async function claims(ctx: Ctx, found: readonly Found[], shared: readonly { term_id: number }[]) {
  const claimants = new Map<number, Claimant>()
  const wanting = new Map<string, AssignedRow['wanted']>()
  const serving = new Map<string, MatchedRequest>()
  const given = groupBy(found, (a) => a.proposal_id)
  for (const term_id of new Set([...found, ...shared].map((a) => a.term_id))) {
    for (const proposal of await submittedProposals(ctx.db, ctx.actor, term_id)) {
      const { id: proposal_id, name: proposer, conflict, global_score, rank, requested_samples } = proposal
      const claimant = { proposal_id, term_id, proposer, conflict, global_score, rank }
      claimants.set(proposal_id, claimant)
      const own = given.get(proposal_id) ?? []
      for (const [sample_id, facts] of matchesOf(requested_samples, own))
        serving.set(`${proposal_id} ${sample_id}`, facts)
      const seen = new Set(own.map(({ sample_id }) => sample_id))
      for (const { sample_id, priority } of requested_samples) {
        if (sample_id === null || seen.has(sample_id)) continue
        seen.add(sample_id)
        const key = `${term_id} ${sample_id}`
        wanting.set(key, [...(wanting.get(key) ?? []), { ...claimant, priority }])
      }
    }
  }
  return { claimants, wanting, serving }
}

/** What each sample of a proposal answers, by its id. */
function matchesOf(
  requests: Parameters<typeof fulfilmentOf<RequestedSample, Found>>[0],
  given: readonly Found[],
): Map<number, MatchedRequest> {
  const { byRequest, over, pieces, mg } = fulfilmentOf(requests, given)
  const asked = { pieces: pieces.asked, mg: mg.asked }
  const beyond = new Set(over.map(({ sample_id }) => sample_id))
  const answer = new Map(byRequest.flatMap(({ request, given }) => given.map((g) => [g.sample_id, request])))
  return new Map(
    given.map(({ sample_id }) => [
      sample_id,
      { request: answer.get(sample_id) ?? null, over_asked: beyond.has(sample_id), asked },
    ]),
  )
}

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
    text('Asked', (a) => (a.request ? requestText(a.request) : '')),
    plain('Over-asked', (a) => cross(a.over_asked)),
    plain('Clash', clash),
  ],
  async *rows(ctx, query) {
    yield* await assignedList(ctx, query)
  },
}

export const downloadAssigned = (ctx: Ctx, query: AssignedQuery) => exportAddress(ctx, assignedExport, query)
