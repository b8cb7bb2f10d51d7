import type { AssignedQuery, AssignedRow, Claimant } from '#domain/allocation/contract.ts'
import { finding, isOf } from '#domain/allocation/listed.ts'
import type { Step } from '#domain/allocation/rules.ts'
import { servedOf } from '#domain/allocation/served.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { groupBy } from '#domain/group.ts'
import type { RequestedSample } from '#domain/proposals/requested_sample.ts'
import { setting } from '../masters/settings.ts'
import type { Ctx } from '../platform/context.ts'
import { submittedProposals } from '../proposals/for_allocation_sql.ts'
import { findAssigned, findOfSamples } from './queries.ts'
import { assignmentsOfTerm, inTheWay } from './service.ts'

type Given = Awaited<ReturnType<typeof assignmentsOfTerm>>[number]
type Found = Awaited<ReturnType<typeof findAssigned>>[number]

/** The assigned list: a term's pairs, or all; `open` leaves out those of disabled terms. */
export async function assignedList(ctx: Ctx, query: AssignedQuery): Promise<AssignedRow[]> {
  const two = await setting(ctx.db, 'two_to_confirm')
  const found = await findAssigned(ctx.db, query, two)
  const ids = [...new Set(found.map(({ sample_id }) => sample_id))]
  const others = groupBy((await findOfSamples(ctx.db, ids)).filter(inTheWay), (a) => a.sample_id)
  const terms = new Set([...found, ...[...others.values()].flat()].map(({ term_id }) => term_id))
  const { claimants, wanting, serving } = await claims(ctx, [...terms])
  const who = ({ proposal_id, term_id }: Pick<Found, 'proposal_id' | 'term_id'>) =>
    claimants.get(proposal_id) ?? { ...NOBODY, proposal_id, term_id }
  const rows = found.map(({ sample_id, sample_type, chamber, dish, priority, ...row }): AssignedRow => {
    const { term_id, disabled, ...rest } = row
    return {
      ...rest,
      ...who(row),
      ...(serving.get(`${row.proposal_id} ${sample_id}`) ?? NOT_ASKED),
      id: sample_id,
      type: sample_type,
      step: stepFor(row, two, ctx.actor.id),
      term: { id: term_id, disabled },
      others: (others.get(sample_id) ?? [])
        .filter(({ main_key }) => main_key !== row.main_key)
        .map((other) => ({ ...who(other), status: other.status })),
      wanted: wanting.get(`${term_id} ${sample_id}`) ?? [],
    }
  })
  const { show } = query
  return finding(show ? rows.filter(isOf[show]) : rows, query.find)
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

type Serving = Pick<AssignedRow, 'request' | 'over_asked' | 'asked'>

/** Who the proposals of these terms are, which of them want a sample by name, and what each of their samples answers. */
async function claims(ctx: Ctx, term_ids: readonly number[]) {
  const claimants = new Map<number, Claimant>()
  const wanting = new Map<string, AssignedRow['wanted']>()
  const serving = new Map<string, Serving>()
  for (const term_id of term_ids) {
    const given = groupBy(await assignmentsOfTerm(ctx.db, term_id), (a) => a.proposal_id)
    for (const proposal of await submittedProposals(ctx.db, ctx.actor, term_id)) {
      const { id: proposal_id, name: proposer, conflict, global_score, rank, requested_samples } = proposal
      const claimant = { proposal_id, term_id, proposer, conflict, global_score, rank }
      claimants.set(proposal_id, claimant)
      const own = given.get(proposal_id) ?? []
      for (const [sample_id, facts] of servings(requested_samples, own))
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
function servings(
  requests: Parameters<typeof servedOf<RequestedSample, Given>>[0],
  given: readonly Given[],
): Map<number, Serving> {
  const { byRequest, over, pieces, mg } = servedOf(requests, given)
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
