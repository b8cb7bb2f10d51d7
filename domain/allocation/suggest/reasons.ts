import { groupBy } from '../../group_by.ts'
import { requestedCount } from '../matching.ts'
import { joinWithAnd } from '../rules.ts'
import type { Suggested, Unserved } from './contract.ts'
import type { Policy } from './policy.ts'
import type { AllocationProblem, OpenRequest } from './problem.ts'
import type { Choice } from './rank_allocation.ts'
import { fittingText, holdersText, nameWithFigure, nameWithVerb, requestSummary } from './texts.ts'

export const NO_SCORE = 'no global score yet'

interface ExplanationContext extends AllocationProblem {
  policy: Policy
  /** The request that each sample is suggested for, by sample index. */
  recipients: ReadonlyMap<number, OpenRequest>
}

/** Suggested and unserved requests with their reasons, in order of rows and priorities. */
export function explainAllocation(
  problem: AllocationProblem,
  open: readonly OpenRequest[],
  choices: readonly Choice[],
  policy: Policy,
): { items: Suggested[]; unserved: Unserved[] } {
  const context: ExplanationContext = {
    ...problem,
    policy,
    recipients: new Map(choices.map(({ request, at }) => [at, open[request]!])),
  }
  const chosen = groupBy(choices, ({ request }) => open[request]!)
  return {
    items: problem.open.flatMap((one) =>
      (chosen.get(one) ?? [])
        .sort((a, b) => a.far - b.far || a.at - b.at)
        .map((choice) => ({
          ...requestIds(one),
          sample_id: problem.samples[choice.at]!.id,
          reason: `${whyThisSample(context, one, choice)}${alsoAskedFor(context, one, choice)}`,
          unscored: unscoredNamers(context, one, choice.at),
        })),
    ),
    unserved: problem.open.flatMap((one) => {
      const missing = one.missing - (chosen.get(one)?.length ?? 0)
      return missing === 0
        ? []
        : [{ ...requestIds(one), missing, reason: `${stillMissing(one, missing)}${whyNone(context, one)}` }]
    }),
  }
}

const requestIds = ({ row, request }: OpenRequest) => ({ proposal_id: row.id, priority: request.priority })

/** The proposals that ask for a sample by name, without the one that gets it. */
const namersOf = ({ namedBy }: ExplanationContext, { row }: OpenRequest, at: number) =>
  (namedBy.get(at) ?? []).map((other) => other.row).filter((other) => other !== row)

const unscoredNamers = (context: ExplanationContext, one: OpenRequest, at: number): number[] => [
  ...new Set(
    namersOf(context, one, at)
      .filter(({ global_score }) => global_score === null)
      .map(({ id }) => id),
  ),
]

/** Which other proposals ask by name for a sample that is given to a request for any, or that are not scored yet. */
function alsoAskedFor(context: ExplanationContext, one: OpenRequest, { at }: Choice): string {
  const scored = namersOf(context, one, at).filter(({ global_score }) => global_score !== null)
  const unscored = unscoredNamers(context, one, at)
  const byName = [...new Set(scored.map(({ id }) => id))]
  const spared = context.policy === 'rank' && one.request.sample_id === null && byName.length > 0
  return [
    spared ? `; ${askText(byName)} for it by name, but no other free sample serves this request` : '',
    unscored.length > 0
      ? `; ${askText(unscored)} for it by name and ${unscored.length === 1 ? 'has' : 'have'} no score yet`
      : '',
  ].join('')
}

const askText = (proposal_ids: readonly number[]) =>
  `${joinWithAnd(proposal_ids.map(String))} ${proposal_ids.length === 1 ? 'asks' : 'ask'}`

function whyThisSample(context: ExplanationContext, one: OpenRequest, { at, far }: Choice): string {
  const { row, request, free } = one
  const begin = `priority ${request.priority} of ${row.id}: ${requestSummary(context.grid, request)}; `
  const name = nameWithVerb(context.samples[at]!, request)
  const all = free.at.length
  if (request.sample_id !== null) return `${begin}it is free`
  if (all === 1) return `${begin}${name}, the only one free`
  if (free.far[all - 1] === 0) return `${begin}${name}, one of ${all} free`
  const before = free.at.subarray(0, free.far.indexOf(far))
  if (before.length === 0) return `${begin}${name}, nearest of ${all} free`
  // A nearer sample may stay free when both have the same benefit, rounded to thousandths.
  if (before.some((other) => !context.recipients.has(other)))
    return `${begin}${name}, among the nearest of ${all} free`
  const nearer = before.filter((other) => context.recipients.get(other) !== one)
  const first = nearer[0]
  if (first === undefined) return `${begin}${name}, next nearest of ${all} free`
  const several = nearer.length === 1 ? '' : `${nearer.length} are nearer, of them `
  return `${begin}${name}, nearest left of ${all} free: ${several}${nameWithFigure(context.samples[first]!, request)} ${recipientText(context, one, first)}`
}

/** Prefix for a request for several samples that is partly served. */
function stillMissing({ request }: OpenRequest, missing: number): string {
  const asked = requestedCount(request)
  return asked === missing ? '' : `${missing} of ${asked} still missing: `
}

/** Why a request gets no (further) sample. */
function whyNone(context: ExplanationContext, one: OpenRequest): string {
  const { row, request, fits } = one
  if (row.global_score === null) return NO_SCORE
  const nearest = fits.at[0]
  if (request.sample_id !== null) {
    if (nearest !== undefined) return `named ${request.sample_name} ${sampleState(context, one, nearest)}`
    return `named ${request.sample_name} is not available in this call`
  }
  const kind = fittingText(context.grid, request)
  if (nearest === undefined) return `there is no ${kind} in this grid`
  const alike = fits.far.at(-1) === 0
  const which = alike && fits.at.length > 1 ? `all ${fits.at.length} are taken, ` : alike ? '' : 'nearest '
  return `no free ${kind}; ${which}${nameWithFigure(context.samples[nearest]!, request)} ${sampleState(context, one, nearest)}`
}

/** Why a sample is not available to a request. */
function sampleState(context: ExplanationContext, one: OpenRequest, at: number): string {
  const holders = context.holders.get(context.samples[at]!.id)
  if (holders) return holdersText(holders)
  return context.recipients.has(at) ? recipientText(context, one, at) : 'is not on offer'
}

/** The request for which a sample is suggested instead. */
function recipientText({ recipients, policy }: ExplanationContext, one: OpenRequest, at: number): string {
  const other = recipients.get(at)!
  if (other === one) return 'is given to it'
  if (other.row === one.row) return `goes to its own priority ${other.request.priority}`
  if (policy === 'benefit') return `goes to ${other.row.id}, which adds more benefit`
  const why =
    other.position < one.position
      ? 'ranks above'
      : other.request.sample_id === null
        ? 'no other free sample serves'
        : 'asks for it by name'
  return `goes to ${other.row.id}, which ${why}`
}
