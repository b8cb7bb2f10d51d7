import { performance } from 'node:perf_hooks'
import { adjustScores } from '#domain/staff/adjusted_scores.ts'
import { rankCorrelation, simulatedCall } from './simulated_call.ts'

// Compares the ranking by adjusted scores and by raw means with the true ranking of simulated calls.
// Run: npm run bench -- adjusted
const CALLS = 100
const size = { proposals: 60, reviewers: 12, reports_each: 3 }
const average = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

let failed = false
console.log(
  `${CALLS} calls of ${size.proposals} proposals, ${size.reviewers} reviewers, ${size.reports_each} reports each`,
)
console.log('merit 1.2, chance 1; Spearman against the truth, and how many calls got better or worse')
for (const strictness of [0, 0.25, 0.5, 0.75, 1, 1.5]) {
  const pairs = Array.from({ length: CALLS }, (_, seed) => {
    const { truth, given } = simulatedCall({ ...size, seed, merit: 1.2, strictness, chance: 1 })
    const { proposals } = adjustScores(given)
    const raw = rankCorrelation(
      truth,
      proposals.map(({ mean }) => mean),
    )
    return {
      raw,
      fair: rankCorrelation(
        truth,
        proposals.map(({ adjusted }) => adjusted),
      ),
    }
  })
  const raw = average(pairs.map((pair) => pair.raw))
  const fair = average(pairs.map((pair) => pair.fair))
  const better = pairs.filter((pair) => pair.fair > pair.raw).length
  const worse = pairs.filter((pair) => pair.fair < pair.raw).length
  // Without strictness there is nothing to gain; means rounded to two decimals keep more ties.
  const holds = strictness === 0 ? Math.abs(fair - raw) < 0.01 : fair > raw
  failed ||= !holds
  console.log(
    `strictness ${strictness.toFixed(2)}: mean ${raw.toFixed(3)}, adjusted ${fair.toFixed(3)} (${better} better, ${worse} worse)${holds ? '' : '  NOT AS IT SHOULD BE'}`,
  )
}
const large = simulatedCall({
  seed: 1,
  proposals: 1000,
  reviewers: 200,
  reports_each: 3,
  merit: 1.2,
  strictness: 0.7,
  chance: 1,
})
const began = performance.now()
adjustScores(large.given)
console.log(`1,000 proposals, 200 reviewers: ${Math.round(performance.now() - began)} ms`)
if (failed) process.exitCode = 1
