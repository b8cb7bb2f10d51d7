import { orderProposals } from '#domain/staff/adjusted_scores.ts'
import { figure, median, printHead, report } from './report.ts'
import { simulatedCall } from './simulated_call.ts'

// How often the 90 % intervals of the expected ranks hold the true rank of simulated calls, and how long they take.
// Run: npm run bench -- order
const CALLS = 40
const spread = { merit: 1.2, chance: 1 }

/** Cases and how many of them the interval holds, and the mean width as a share of all places. */
interface Held {
  held: number
  of: number
  width: number
}

function heldIn(proposals: number, reports_each: number, strictness: number): Held {
  const reviewers = Math.max(8, Math.round((proposals * reports_each) / 9))
  const sum: Held = { held: 0, of: 0, width: 0 }
  for (let seed = 1; seed <= CALLS; seed++) {
    const call = { ...spread, seed, proposals, reviewers, reports_each, strictness }
    const { truth, given } = simulatedCall(call)
    for (const { id, low, high } of orderProposals(given).proposals) {
      const rank = 1 + truth.filter((merit) => merit > truth[id]!).length
      sum.of++
      sum.width += (high - low + 1) / proposals
      if (low <= rank && rank <= high) sum.held++
    }
  }
  return sum
}

const percent = ({ held, of }: Held) => (100 * held) / of
const total = (all: readonly Held[]) =>
  all.reduce((sum, { held, of, width }) => ({
    held: sum.held + held,
    of: sum.of + of,
    width: sum.width + width,
  }))
const within = (share: number, margin: number) => Math.abs(share - 90) <= margin

printHead()
const pooled: Held[] = []
for (const proposals of [30, 60, 100])
  for (const reports_each of [2, 3, 5]) {
    const all = [0, 0.5, 1, 1.5].map((strictness) => heldIn(proposals, reports_each, strictness))
    pooled.push(...all)
    const shares = all.map(percent)
    const { width, of } = total(all)
    report({
      what: `${proposals} proposals x ${reports_each} reports, intervals hold`,
      ours: `${figure(percent(total(all)))} %`,
      goal: '88 to 92 %',
      met: within(percent(total(all)), 2),
    })
    console.log(
      `  by strictness 0, 0.5, 1, 1.5: ${shares.map((share) => `${share.toFixed(1)} %`).join(', ')}; width ${((100 * width) / of).toFixed(0)} % of the places`,
    )
  }
report({
  what: 'all intervals hold the true rank',
  ours: `${percent(total(pooled)).toFixed(1)} %`,
  goal: '88 to 92 %',
  met: within(percent(total(pooled)), 2),
})

const SIZES = [
  { proposals: 100, reviewers: 50, limit: 100 },
  { proposals: 1000, reviewers: 200, limit: 3000 },
] as const
for (const { proposals, reviewers, limit } of SIZES) {
  const { given } = simulatedCall({
    ...spread,
    seed: 1,
    proposals,
    reviewers,
    reports_each: 3,
    strictness: 0.7,
  })
  orderProposals(given)
  const times = Array.from({ length: 7 }, () => {
    const before = process.cpuUsage()
    orderProposals(given)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  })
  report({
    what: `order of ${proposals} x 3 reports, ms of processor time`,
    ours: figure(median(times)),
    goal: `${limit} ms`,
    met: median(times) < limit,
  })
}
