import { groupBy } from '#domain/group_by.ts'
import type { FreedSample } from '#domain/results/contract.ts'
import { nextInRank } from '#domain/results/next_in_rank.ts'
import type { Actor } from '#domain/session/actor.ts'
import { assignmentsOfTerm } from '../allocation/service.ts'
import type { Db } from '../platform/context.ts'
import { submittedProposals } from '../proposals/shared_queries.ts'
import { samplesByIds } from '../samples/service.ts'

interface Declined {
  sample_id: number
  name: string
  declined_by: number
  term_id: number
}

/** Declined samples with the next in rank whom each would serve, of those that the viewer may know of. */
export async function suggestNext(
  db: Db,
  viewer: Actor,
  declined: readonly Declined[],
): Promise<FreedSample[]> {
  const freed: FreedSample[] = []
  for (const [term_id, ofTerm] of groupBy(declined, (one) => one.term_id)) {
    const assigned = groupBy(await assignmentsOfTerm(db, term_id), ({ proposal_id }) => proposal_id)
    const ranking = (await submittedProposals(db, viewer, term_id))
      .filter(({ conflict }) => !conflict)
      .map((proposal) => ({ ...proposal, given: assigned.get(proposal.id) ?? [] }))
    const samples = await samplesByIds(
      db,
      ofTerm.map(({ sample_id }) => sample_id),
    )
    for (const { sample_id, name, declined_by } of ofTerm) {
      const sample = samples.find(({ id }) => id === sample_id)!
      const next = nextInRank({ ...sample, sample_id }, ranking, declined_by)
      freed.push({
        ...{ sample_id, name, declined_by },
        next: next && {
          proposal_id: next.proposal.id,
          title: next.proposal.title,
          name: next.proposal.name,
          priority: next.priority,
        },
      })
    }
  }
  return freed
}
