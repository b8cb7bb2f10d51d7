import { GAS_GRID, type Grid, PARTICLE_GRID, typesOf } from '#domain/allocation/grid.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import { gridProposals, gridSamples } from '../allocation/service.ts'
import { anAssignment } from '../builders/samples.ts'
import type { DemonstrationContext } from './context.ts'

/** Samples requested by name, in the order of the proposals' rank. */
async function requestedPairs(stage: DemonstrationContext, term_id: number, grid: Grid): Promise<Pair[]> {
  const proposals = await gridProposals(stage.office, grid, term_id)
  return proposals.flatMap(({ id, requested_samples }) =>
    requested_samples
      .filter(({ sample_id, sample_type }) => sample_id !== null && typesOf[grid].includes(sample_type))
      .map(({ sample_id }) => ({ sample_id: sample_id!, proposal_id: id })),
  )
}

/** The first request for each sample, at most `count`. */
const firstPerSample = (pairs: Pair[], count: number) =>
  pairs.filter(({ sample_id }, i) => pairs.findIndex((p) => p.sample_id === sample_id) === i).slice(0, count)

export async function confirmPast(stage: DemonstrationContext, term_id: number) {
  const pairs = firstPerSample(await requestedPairs(stage, term_id, PARTICLE_GRID), 6)
  await anAssignment(stage.office, PARTICLE_GRID, pairs, { term_id, confirmed: true })
}

/** Assigns three of the samples to a second proposal each, so that they are contested. */
const contestingPairs = (pairs: readonly Pair[]): Pair[] =>
  [5, 8, 10].flatMap((contested, n) => {
    const pair = pairs[contested]
    const others = [...new Set(pairs.map(({ proposal_id }) => proposal_id))].filter(
      (proposal_id) => proposal_id !== pair?.proposal_id,
    )
    const proposal_id = others[n]
    return pair && proposal_id !== undefined ? [{ ...pair, proposal_id }] : []
  })

/** Some assignments confirmed, some not, a few samples for two proposals, and one bottle of gas. */
export async function assignCurrent(stage: DemonstrationContext, term_id: number) {
  const { office } = stage
  const { columns } = await gridSamples(office, { grid: PARTICLE_GRID, term_id, all: true })
  const free = new Set(columns.map(({ id }) => id))
  const pairs = firstPerSample(
    (await requestedPairs(stage, term_id, PARTICLE_GRID)).filter(({ sample_id }) => free.has(sample_id)),
    12,
  )
  await anAssignment(office, PARTICLE_GRID, pairs.slice(0, 4), { term_id, confirmed: true })
  await anAssignment(office, PARTICLE_GRID, pairs.slice(4), { term_id })
  await anAssignment(office, PARTICLE_GRID, contestingPairs(pairs), { term_id })
  const gas = await gridSamples(office, { grid: GAS_GRID, term_id, all: true })
  const asking = (await gridProposals(office, GAS_GRID, term_id)).filter(({ requested_samples }) =>
    requested_samples.some(({ sample_type }) => typesOf[GAS_GRID].includes(sample_type)),
  )
  const bottle = gas.columns[0]
  if (bottle && asking[0])
    await anAssignment(office, GAS_GRID, [{ sample_id: bottle.id, proposal_id: asking[0].id }], { term_id })
}
