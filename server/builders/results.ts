import { PARTICLE_GRID } from '#domain/allocation/grid.ts'
import type { Ctx } from '../platform/context.ts'
import { answerResult } from '../results/answers.ts'
import { draftResults } from '../results/drafting.ts'
import { releaseResults } from '../results/release.ts'
import { aSubmittedProposal } from './proposals.ts'
import { anAssignment, aSample } from './samples.ts'

type ProposalOptions = NonNullable<Parameters<typeof aSubmittedProposal>[1]>

/**
 * A submitted proposal of the current term that asks for these samples by name, by default two, of which the first `granted`
 * are confirmed for it, by default all; or for those that are `given`.
 */
export async function anAllocatedProposal(
  office: Ctx,
  {
    count = 2,
    granted = count,
    given,
    ...options
  }: ProposalOptions & {
    count?: number
    granted?: number
    given?: readonly { id: number; name: string }[]
  } = {},
) {
  const samples = [...(given ?? [])]
  for (let i = 0; !given && i < count; i++) samples.push(await aSample(office))
  const proposer = await aSubmittedProposal(office, {
    ...options,
    input: { samples: samples.map(({ id }) => ({ db_type: 1, type: 0, sample_id: id })), ...options.input },
  })
  const { proposal_id } = proposer
  const pairs = samples
    .slice(0, given ? given.length : granted)
    .map(({ id }) => ({ sample_id: id, proposal_id }))
  if (pairs.length > 0) await anAssignment(office, PARTICLE_GRID, pairs, { confirmed: true })
  return { ...proposer, samples }
}

/** The same with its result drafted. */
export async function aDraftedResult(office: Ctx, options?: Parameters<typeof anAllocatedProposal>[1]) {
  const proposal = await anAllocatedProposal(office, options)
  const { term_id } = await office.db
    .selectFrom('proposals')
    .select('term_id')
    .where('id', '=', proposal.proposal_id)
    .executeTakeFirstOrThrow()
  await draftResults(office, term_id)
  return { ...proposal, term_id }
}

/** The same with its result released. */
export async function aReleasedResult(office: Ctx, options?: Parameters<typeof anAllocatedProposal>[1]) {
  const proposal = await aDraftedResult(office, options)
  await releaseResults(office, [proposal.proposal_id])
  return proposal
}

/** The same with an answer of its proposer: the samples at these places are declined. */
export async function anAnsweredResult(
  office: Ctx,
  {
    declined = [],
    ...options
  }: NonNullable<Parameters<typeof anAllocatedProposal>[1]> & {
    declined?: readonly number[]
  } = {},
) {
  const result = await aReleasedResult(office, options)
  const { samples, granted = samples.length } = { ...options, ...result }
  await answerResult(office.as(result.actor), result.proposal_id, {
    edition: 1,
    samples: samples
      .slice(0, granted)
      .map(({ id }, i) => ({ sample_id: id, accepted: !declined.includes(i) })),
  })
  return result
}
