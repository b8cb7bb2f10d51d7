import { nearness, priorityWeight, scoreWeight } from '#domain/allocation/suggest/benefit.ts'
import type { Policy } from '#domain/allocation/suggest/policy.ts'
import { scoreBand } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'

/** The policies in the words of the screen, each with what it does. */
export const POLICY: Record<Policy, { label: string; does: string }> = {
  rank: {
    label: 'By rank, strictly',
    does: 'Row by row of the grid: all requests of one proposal, by priority, before the next. Nobody gets less so that a lower-ranked one gets more.',
  },
  benefit: {
    label: 'Most benefit',
    does: 'The largest sum of what the samples count for, over all proposals: one gives way where others gain more by it.',
  },
}

const two = (value: number) => figure(Math.round(value * 100) / 100)
const list = <T>(all: readonly T[], say: (one: T) => string) => all.map(say).join(', ')

/** What a sample counts for the most benefit: each factor, and its values. */
export const WEIGHTS: readonly (readonly [factor: string, values: string])[] = [
  ['Score', list(scoreBand.codes, (code) => `${scoreBand.label(code)} ${two(scoreWeight(code))}`)],
  ['Priority', `${list([1, 2, 3, 4], (one) => `${one}: ${two(priorityWeight(one))}`)}, and so on`],
  ['Nearness', `as asked ${two(nearness(0))}, half or twice of it ${two(nearness(Math.log(2)))}`],
]
