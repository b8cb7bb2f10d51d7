import { GAS_GRID, type Grid, PARTICLE_GRID, typesOf } from '#domain/allocation/grid.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import { gridProposals, gridSamples } from '../allocation/service.ts'
import { anAssignment } from '../builders/samples.ts'
import type { DemonstrationContext } from './context.ts'

/** Samples that proposals asked for by name, in the order of the proposals' rank. */
async function requestedPairs(stage: DemonstrationContext, term_id: number, grid: Grid): Promise<Pair[]> {
  const proposals = await gridProposals(stage.office, grid, term_id)
  return proposals.flatMap(({ id, requested_samples }) =>
    requested_samples
      .filter(({ sample_id, sample_type }) => sample_id !== null && typesOf[grid].includes(sample_type))
      .map(({ sample_id }) => ({ sample_id: sample_id!, proposal_id: id })),
  )
}

/** The first wish for each sample is granted; so many of them. */
const firstPerSample = (pairs: Pair[], count: number) =>
  pairs.filter(({ sample_id }, i) => pairs.findIndex((p) => p.sample_id === sample_id) === i).slice(0, count)

/** A past call's samples are assigned and confirmed. */
export async function confirmPast(stage: DemonstrationContext, term_id: number) {
  const pairs = firstPerSample(await requestedPairs(stage, term_id, PARTICLE_GRID), 6)
  await anAssignment(stage.office, PARTICLE_GRID, pairs, { term_id, confirmed: true })
}

/** A few of the samples, each for a second proposal: of those that have none of them yet, the best in turn. */
const rivals = (pairs: readonly Pair[]): Pair[] =>
  [5, 8, 10].flatMap((contested, n) => {
    const pair = pairs[contested]
    const others = [...new Set(pairs.map(({ proposal_id }) => proposal_id))].filter(
      (proposal_id) => proposal_id !== pair?.proposal_id,
    )
    const proposal_id = others[n]
    return pair && proposal_id !== undefined ? [{ ...pair, proposal_id }] : []
  })

/** The current call: some assignments confirmed, some not, a few samples ticked for two proposals, and gas. */
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
  await anAssignment(office, PARTICLE_GRID, rivals(pairs), { term_id })
  const gas = await gridSamples(office, { grid: GAS_GRID, term_id, all: true })
  const asking = (await gridProposals(office, GAS_GRID, term_id)).filter(({ requested_samples }) =>
    requested_samples.some(({ sample_type }) => typesOf[GAS_GRID].includes(sample_type)),
  )
  const bottle = gas.columns[0]
  if (bottle && asking[0])
    await anAssignment(office, GAS_GRID, [{ sample_id: bottle.id, proposal_id: asking[0].id }], { term_id })
}
