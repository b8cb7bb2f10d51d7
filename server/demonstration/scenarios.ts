import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { distanceToRequest, requestedCount } from '#domain/allocation/matching.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { gridProposals, gridSamples } from '../allocation/service.ts'
import { createScenario } from '../scenarios/save.ts'
import type { DemonstrationContext } from './context.ts'

type Request = GridProposal['requested_samples'][number]

/** How two members of the panel would give out the samples: in which order the requests get theirs. */
const STRATEGIES = [
  {
    name: 'By rank, strictly',
    note: 'All that the best ranked ask for, by their own priorities, before the next ones get anything.',
    order: (rows: Request[][]) => rows.flat(),
  },
  {
    name: 'Everybody’s first wish',
    note: 'The first request of every proposal, then the second ones: more groups can begin, the best get less.\nTo be talked over when the panel meets.',
    order: (rows: Request[][]) =>
      Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, place) =>
        rows.flatMap((requests) => requests[place] ?? []),
      ).flat(),
  },
]

/** Request by request the sample that it names, or the nearest ones that are free. */
function allocateInOrder(requests: readonly Request[], samples: readonly GridSample[]) {
  const free = new Map(
    samples
      .filter(({ assigned_sample }) => assigned_sample.every(({ status }) => status !== CONFIRMED))
      .map((sample) => [sample.id, sample]),
  )
  const take = (request: Request) => {
    const far = (sample: GridSample) => distanceToRequest(sample, request) ?? Number.POSITIVE_INFINITY
    const nearest = [...free.values()].filter((s) => far(s) < Infinity).sort((a, b) => far(a) - far(b))[0]
    const found = request.sample_id === null ? nearest : free.get(request.sample_id)
    if (!found) return []
    free.delete(found.id)
    return [{ sample_id: found.id, proposal_id: request.proposal_id, priority: request.priority }]
  }
  return requests.flatMap((request) =>
    Array.from({ length: requestedCount(request) }, () => request).flatMap(take),
  )
}

/** Two members of the panel keep a scenario each of how the current call's particles could be given out. */
export async function createScenarios(stage: DemonstrationContext, term_id: number, panel: readonly Actor[]) {
  for (const [n, { order, ...told }] of STRATEGIES.entries()) {
    const member = stage.as(panel[n]!)
    const proposals = await gridProposals(member, PARTICLE_GRID, term_id)
    const { columns } = await gridSamples(member, { grid: PARTICLE_GRID, term_id })
    const wishes = proposals
      .filter(({ conflict }) => !conflict)
      .map(({ requested_samples }) => requested_samples.filter(({ target }) => target))
    const items = allocateInOrder(order(wishes), columns)
    await createScenario(member, { grid: PARTICLE_GRID, term_id, ...told, items })
  }
}
