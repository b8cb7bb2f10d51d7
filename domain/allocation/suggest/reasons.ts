import { groupBy } from '../../group_by.ts'
import { typesOf } from '../grid.ts'
import { requestedCount } from '../matching.ts'
import type { Suggested, Unserved } from './contract.ts'
import type { Policy } from './policy.ts'
import type { AllocationProblem, OpenRequest } from './problem.ts'
import type { Choice } from './rank_allocation.ts'
import { figured, fittingText, heldText, kindIn, measured, wishText } from './texts.ts'

export const NO_SCORE = 'no global score yet'

interface Explanation extends AllocationProblem {
  policy: Policy
  /** Whom each sample is suggested for, by the place of the sample. */
  goes: ReadonlyMap<number, OpenRequest>
}

/** What is suggested and what stays unserved, each with its reason, in the order of rows and priorities. */
export function reasonsOf(
  question: AllocationProblem,
  open: readonly OpenRequest[],
  choices: readonly Choice[],
  policy: Policy,
): { items: Suggested[]; unserved: Unserved[] } {
  const told: Explanation = {
    ...question,
    policy,
    goes: new Map(choices.map(({ request, at }) => [at, open[request]!])),
  }
  const chosen = groupBy(choices, ({ request }) => open[request]!)
  return {
    items: question.open.flatMap((one) =>
      (chosen.get(one) ?? [])
        .sort((a, b) => a.far - b.far || a.at - b.at)
        .map((choice) => ({
          ...requestIds(one),
          sample_id: question.samples[choice.at]!.id,
          reason: whyThisSample(told, one, choice),
        })),
    ),
    unserved: question.open.flatMap((one) => {
      const missing = one.missing - (chosen.get(one)?.length ?? 0)
      return missing === 0
        ? []
        : [{ ...requestIds(one), missing, reason: `${wanting(one, missing)}${whyNone(told, one)}` }]
    }),
  }
}

const requestIds = ({ row, request }: OpenRequest) => ({ proposal_id: row.id, priority: request.priority })

/** Why a request is given this sample. */
function whyThisSample(told: Explanation, one: OpenRequest, { at, far }: Choice): string {
  const { row, request, free } = one
  const begin = `priority ${request.priority} of ${row.id}: ${wishText(told.grid, request)}; `
  const name = measured(told.samples[at]!, request)
  const all = free.at.length
  if (request.sample_id !== null) return `${begin}it is free`
  if (all === 1) return `${begin}${name}, the only one free`
  if (free.far[all - 1] === 0) return `${begin}${name}, one of ${all} free`
  const before = free.at.subarray(0, free.far.indexOf(far))
  if (before.length === 0) return `${begin}${name}, nearest of ${all} free`
  // What brings as much to a thousandth of benefit may be left free.
  if (before.some((other) => !told.goes.has(other)))
    return `${begin}${name}, among the nearest of ${all} free`
  const nearer = before.filter((other) => told.goes.get(other) !== one)
  const first = nearer[0]
  if (first === undefined) return `${begin}${name}, next nearest of ${all} free`
  const several = nearer.length === 1 ? '' : `${nearer.length} are nearer, of them `
  return `${begin}${name}, nearest left of ${all} free: ${several}${figured(told.samples[first]!, request)} ${goesText(told, one, first)}`
}

/** How much of a request for several is still wanting, where not all is. */
function wanting({ request }: OpenRequest, missing: number): string {
  const asked = requestedCount(request)
  return asked === missing ? '' : `${missing} of ${asked} still wanting: `
}

/** Why a request is given no (further) sample. */
function whyNone(told: Explanation, one: OpenRequest): string {
  const { row, request, fits } = one
  if (row.global_score === null) return NO_SCORE
  const nearest = fits.at[0]
  if (request.sample_id !== null) {
    if (nearest !== undefined) return `named ${request.sample_name} ${standing(told, one, nearest)}`
    return typesOf[told.grid].includes(request.sample_type)
      ? `named ${request.sample_name} is not available in this call`
      : `named ${request.sample_name} is no ${kindIn(told.grid, request)}`
  }
  const kind = fittingText(told.grid, request)
  if (nearest === undefined) return `there is no ${kind} in this grid`
  const alike = fits.far.at(-1) === 0
  const which = alike && fits.at.length > 1 ? `all ${fits.at.length} are taken, ` : alike ? '' : 'nearest '
  return `no free ${kind}; ${which}${figured(told.samples[nearest]!, request)} ${standing(told, one, nearest)}`
}

/** How it stands with a sample that a request does not get. */
function standing(told: Explanation, one: OpenRequest, at: number): string {
  const holders = told.holders.get(told.samples[at]!.id)
  if (holders) return heldText(holders)
  return told.goes.has(at) ? goesText(told, one, at) : 'is not on offer'
}

/** Whom a sample is suggested for instead. */
function goesText({ goes, policy }: Explanation, one: OpenRequest, at: number): string {
  const other = goes.get(at)!
  if (other === one) return 'is given to it'
  if (other.row === one.row) return `goes to its own priority ${other.request.priority}`
  return `goes to ${other.row.id}, which ${policy === 'rank' ? 'ranks above' : 'brings more in all'}`
}
