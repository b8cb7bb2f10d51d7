import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import { distanceToRequest, requestedCount } from '#domain/allocation/matching.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import { gridProposals, gridSamples } from '../allocation/service.ts'
import { createScenario } from '../scenarios/save.ts'
import type { DemonstrationContext } from './context.ts'

type Request = GridProposal['requested_samples'][number]

/** How two panel members would allocate: the order in which requests get their samples. */
const STRATEGIES = [
  {
    name: 'By rank, strictly',
    note: 'Everything that the best-ranked proposals ask for, by their own priorities, before the next proposal receives anything.',
    order: (rows: Request[][]) => rows.flat(),
  },
  {
    name: 'First choices first',
    note: 'The first request of every proposal, then the second: more groups can start, the best-ranked receive less.\nTo be discussed at the panel meeting.',
    order: (rows: Request[][]) =>
      Array.from({ length: Math.max(0, ...rows.map(({ length }) => length)) }, (_, place) =>
        rows.flatMap((requests) => requests[place] ?? []),
      ).flat(),
  },
]

/** Gives each request in turn the sample that it names, or the nearest free ones. */
function allocateInOrder(requests: readonly Request[], samples: readonly GridSample[]) {
  const free = new Map(
    samples
      .filter(({ assigned_sample }) => assigned_sample.every(({ status }) => status !== CONFIRMED))
      .map((sample) => [sample.id, sample]),
  )
  const take = (request: Request) => {
    const far = (sample: GridSample) => distanceToRequest(sample, request) ?? Number.POSITIVE_INFINITY
    const nearest = [...free.values()].filter((s) => far(s) < Infinity).sort((a, b) => far(a) - far(b))[0]
    const sample = request.sample_id === null ? nearest : free.get(request.sample_id)
    if (!sample) return []
    free.delete(sample.id)
    return [{ sample_id: sample.id, proposal_id: request.proposal_id, priority: request.priority }]
  }
  return requests.flatMap((request) =>
    Array.from({ length: requestedCount(request) }, () => request).flatMap(take),
  )
}

/** Two panel members each store a scenario of the current term: for its particles, with what is assigned in the other grids. */
export async function createScenarios(stage: DemonstrationContext, term_id: number, panel: readonly Actor[]) {
  for (const [n, { order, ...nameAndNote }] of STRATEGIES.entries()) {
    const member = stage.as(panel[n]!)
    const proposals = await gridProposals(member, PARTICLE_GRID, term_id)
    const { columns } = await gridSamples(member, { grid: PARTICLE_GRID, term_id })
    const requests = proposals
      .filter(({ conflict }) => !conflict)
      .map(({ requested_samples }) => requested_samples.filter(({ target }) => target))
    const items = allocateInOrder(order(requests), columns)
    await createScenario(member, { grid: PARTICLE_GRID, term_id, ...nameAndNote, items })
  }
}
