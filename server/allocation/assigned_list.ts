import { matchesKind, searchRows } from '#domain/allocation/assigned_list.ts'
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
import type { Ctx } from '../platform/context.ts'
import { type Column, type Export, exportAddress, plainColumn, textColumn } from '../platform/csv.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { requiresTwo } from '../users/shared_queries.ts'
import { findAssigned, findShared } from './queries.ts'
import { blocksOthers } from './service.ts'

type Assignment = Awaited<ReturnType<typeof findAssigned>>[number]

export async function assignedList(ctx: Ctx, query: AssignedQuery): Promise<AssignedRow[]> {
  const twoToConfirm = await requiresTwo(ctx.db)
  const assignments = await findAssigned(ctx.db, query, twoToConfirm)
  const ids = [...new Set(assignments.map(({ sample_id }) => sample_id))]
  const shared = (await findShared(ctx.db, ids)).filter(blocksOthers)
  const others = groupBy(shared, (a) => a.sample_id)
  const { claimants, wanted, matches } = await loadClaims(ctx, assignments, shared)
  const claimantOf = ({ proposal_id, term_id }: Pick<Assignment, 'proposal_id' | 'term_id'>) =>
    claimants.get(proposal_id) ?? { ...NO_CLAIMANT, proposal_id, term_id }
  const rows = assignments.map((row): AssignedRow => {
    const { proposer, conflict, global_score, rank } = claimantOf(row)
    const { request, over_asked, asked, mg } = matches.get(`${row.proposal_id} ${row.sample_id}`) ?? NO_MATCH
    // Field by field, because spreading into thousands of rows takes most of the request's time.
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
      step: stepFor(row, twoToConfirm, ctx.actor.id),
      proposed_by: row.proposed_by,
      proposed_by_id: row.proposed_by_id,
      proposed_at: row.proposed_at,
      confirmed_by: row.confirmed_by,
      confirmed_at: row.confirmed_at,
      cancelled_at: row.cancelled_at,
      request,
      over_asked,
      asked,
      mg,
      term: { id: row.term_id, disabled: row.disabled },
      others: (others.get(row.sample_id) ?? [])
        .filter(({ main_key }) => main_key !== row.main_key)
        .map((other) => ({ ...claimantOf(other), status: other.status })),
      wanted: wanted.get(`${row.term_id} ${row.sample_id}`) ?? [],
    }
  })
  const { show } = query
  return searchRows(show ? rows.filter(matchesKind[show]) : rows, query.find)
}

/** For a proposal that is no longer submitted. */
const NO_CLAIMANT = { proposer: '-', conflict: false, global_score: null, rank: null }
const NO_MATCH = {
  request: null,
  over_asked: true,
  asked: { pieces: 0, mg: 0 },
  mg: { asked: 0, given: 0, bySize: 0, unstated: 0 },
}

/** What Confirm does next with an assignment for this member of the office, or null. */
function stepFor(
  row: Pick<Assignment, 'status' | 'proposed_by_id'>,
  twoToConfirm: boolean,
  actor_id: number,
): Step | null {
  if (row.status === CONFIRMED) return null
  if (!twoToConfirm) return 'confirm'
  if (row.proposed_by_id === null) return 'propose'
  return row.proposed_by_id === actor_id ? null : 'confirm'
}

type MatchedRequest = Pick<AssignedRow, 'request' | 'over_asked' | 'asked' | 'mg'>

/**
 * The proposals of the terms concerned by id, those that request a sample by name (key: term and sample), and the request
 * that each assigned sample answers (key: proposal and sample). `assignments` are all of their terms; `shared` may be of
 * other terms.
 */
async function loadClaims(
  ctx: Ctx,
  assignments: readonly Assignment[],
  shared: readonly { term_id: number }[],
) {
  const claimants = new Map<number, Claimant>()
  const wanted = new Map<string, AssignedRow['wanted']>()
  const matches = new Map<string, MatchedRequest>()
  const assigned = groupBy(assignments, (a) => a.proposal_id)
  for (const term_id of new Set([...assignments, ...shared].map((a) => a.term_id))) {
    for (const proposal of await submittedProposals(ctx.db, ctx.actor, term_id)) {
      const { id: proposal_id, name: proposer, conflict, global_score, rank, requested_samples } = proposal
      const claimant = { proposal_id, term_id, proposer, conflict, global_score, rank }
      claimants.set(proposal_id, claimant)
      const own = assigned.get(proposal_id) ?? []
      for (const [sample_id, match] of matchesOf(requested_samples, own))
        matches.set(`${proposal_id} ${sample_id}`, match)
      const seen = new Set(own.map(({ sample_id }) => sample_id))
      for (const { sample_id, priority } of requested_samples) {
        if (sample_id === null || seen.has(sample_id)) continue
        seen.add(sample_id)
        const key = `${term_id} ${sample_id}`
        wanted.set(key, [...(wanted.get(key) ?? []), { ...claimant, priority }])
      }
    }
  }
  return { claimants, wanted, matches }
}

/** The request that each assigned sample of one proposal answers, by sample id. */
function matchesOf(
  requests: Parameters<typeof fulfilmentOf<RequestedSample, Assignment>>[0],
  assignments: readonly Assignment[],
): Map<number, MatchedRequest> {
  const { byRequest, over, pieces, mg: compared } = fulfilmentOf(requests, assignments)
  const { total: _, ...mg } = compared
  const asked = { pieces: pieces.asked, mg: mg.asked }
  const surplus = new Set(over.map(({ sample_id }) => sample_id))
  const answered = new Map(
    byRequest.flatMap(({ request, given }) => given.map((g) => [g.sample_id, request])),
  )
  return new Map(
    assignments.map(({ sample_id }) => [
      sample_id,
      { request: answered.get(sample_id) ?? null, over_asked: surplus.has(sample_id), asked, mg },
    ]),
  )
}

interface SampleFigures {
  weight: number | null
  size: number | null
  pressure: number | null
  volume: number | null
}

/** Weight, size, pressure and volume of a row's sample; empty for a row without a sample. `of` says whose for the API document. */
export const figureColumns = <Row>(
  sampleOf: (row: Row) => SampleFigures | null,
  of?: string,
): Column<Row>[] => {
  const about = (field: string, more = '') => of && `\`${field}\` of ${of}${more}.`
  return [
    plainColumn('Weight[mg]', (row) => sampleOf(row)?.weight ?? null, about('weight')),
    plainColumn(
      'Size[mm]',
      (row) => sizeInMm(sampleOf(row)?.size ?? null),
      about('size', ', in mm with three decimals'),
    ),
    plainColumn('Pressure[Pa]', (row) => sampleOf(row)?.pressure ?? null, about('pressure')),
    plainColumn('Volume[ml]', (row) => sampleOf(row)?.volume ?? null, about('volume')),
  ]
}

export const crossIf = (condition: boolean) => (condition ? 'x' : '')

/** Another proposal with its score and rank: '87 (4.30, rank 5)'. */
function rivalText({ proposal_id, term_id, global_score, rank }: Claimant, { term }: AssignedRow): string {
  const name = term_id === term.id ? String(proposal_id) : `${proposal_id} of ${termLabel(term_id)}`
  if (global_score === null) return name
  return `${name} (${global_score.toFixed(2)}${rank === null ? '' : `, rank ${rank}`})`
}

/** Which other proposals have the sample or request it by name. */
const clashText = (row: AssignedRow) =>
  [
    ...row.others.map(
      (other) => `${rivalText(other, row)} ${other.status === CONFIRMED ? 'confirmed' : 'assigned'}`,
    ),
    ...row.wanted.map((other) => `${rivalText(other, row)} requested, priority ${other.priority}`),
  ].join('; ')

export const assignedExport: Export<AssignedRow, AssignedQuery> = {
  name: 'assigned_samples',
  endpoint: allocation.assignedDownload,
  columns: [
    plainColumn('ID', (a) => a.main_key),
    plainColumn('Term', (a) => termLabel(a.term.id)),
    plainColumn('Asteroid', (a) => asteroids[a.db_type] ?? ''),
    plainColumn('Sample ID', (a) => a.id),
    textColumn('Name', (a) => a.name),
    plainColumn('Type', (a) => labelOf('sample_type', a.type)),
    ...figureColumns<AssignedRow>((a) => a),
    plainColumn('Proposal ID', (a) => a.proposal_id),
    textColumn('Proposal title', (a) => a.proposal_title),
    plainColumn('Confirmed', (a) => crossIf(a.status === CONFIRMED)),
    textColumn('Proposed by', (a) => a.proposed_by),
    textColumn('Confirmed by', (a) => a.confirmed_by),
    plainColumn('Proposed at', (a) => a.proposed_at),
    plainColumn('Confirmed at', (a) => a.confirmed_at),
    textColumn('Name of proposer', (a) => a.proposer),
    plainColumn('Global Score', (a) => a.global_score),
    plainColumn('Rank', (a) => a.rank),
    plainColumn('Priority', (a) => a.request?.priority ?? null),
    textColumn('Asked', (a) => (a.request ? requestText(a.request) : '')),
    plainColumn('Over-allocated', (a) => crossIf(a.over_asked)),
    plainColumn('Clash', clashText),
  ],
  async *rows(ctx, query) {
    yield* await assignedList(ctx, query)
  },
}

export const downloadAssigned = (ctx: Ctx, query: AssignedQuery) => exportAddress(ctx, assignedExport, query)
