import { CONTACT_PAD_GRID, GAS_GRID, type Grid, PARTICLE_GRID, typesOf } from '#domain/allocation/grid.ts'
import { distanceToRequest } from '#domain/allocation/matching.ts'
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

/**
 * The nearest free samples of a grid for proposals that ask for any, one each, at most `count` proposals in the order of
 * their rank.
 */
async function nearestPairs(
  stage: DemonstrationContext,
  term_id: number,
  { grid, count, among }: { grid: Grid; count: number; among: (proposal_id: number) => boolean },
): Promise<Pair[]> {
  const { columns } = await gridSamples(stage.office, { grid, term_id, all: true })
  const free = new Set(columns.filter(({ assigned }) => assigned.length === 0))
  const pairs: Pair[] = []
  for (const { id: proposal_id, requested_samples } of await gridProposals(stage.office, grid, term_id)) {
    if (pairs.length === count || !among(proposal_id)) continue
    const [nearest] = [...free]
      .flatMap((sample) => {
        const far = requested_samples.flatMap((request) => distanceToRequest(sample, request) ?? [])
        return far.length > 0 ? [{ sample, far: Math.min(...far) }] : []
      })
      .sort((a, b) => a.far - b.far)
    if (!nearest) continue
    free.delete(nearest.sample)
    pairs.push({ sample_id: nearest.sample.id, proposal_id })
  }
  return pairs
}

/**
 * Confirms what the best-ranked proposals asked for by name. Where `more` is given, also a particle of a contact pad for
 * `first` and for so many that have nothing else, and for one of those a bottle of gas. Nobody asks for these by name, so
 * that what later calls ask for is the same without them.
 */
export async function confirmPast(
  stage: DemonstrationContext,
  term_id: number,
  more?: { particles: number; first?: number | undefined },
) {
  const served = new Set<number>()
  const confirm = async (grid: Grid, pairs: Pair[]) => {
    await anAssignment(stage.office, grid, pairs, { term_id, confirmed: true })
    for (const { proposal_id } of pairs) served.add(proposal_id)
  }
  await confirm(PARTICLE_GRID, firstPerSample(await requestedPairs(stage, term_id, PARTICLE_GRID), 6))
  if (!more) return
  const { particles, first } = more
  const confirmNearest = async (grid: Grid, count: number, among: (id: number) => boolean) =>
    confirm(grid, await nearestPairs(stage, term_id, { grid, count, among }))
  const isUnserved = (id: number) => !served.has(id)
  if (first !== undefined) await confirmNearest(CONTACT_PAD_GRID, 1, (id) => id === first)
  await confirmNearest(CONTACT_PAD_GRID, particles, isUnserved)
  await confirmNearest(GAS_GRID, 1, isUnserved)
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
