import type { Cell } from '#domain/assign_reviewers/contract.ts'
import type { Snapshot } from '#domain/assign_reviewers/problem.ts'
import { suggestReviewers } from '#domain/assign_reviewers/suggest.ts'
import { openIntegerSolver } from '#server/allocation/suggest/highs.ts'
import { reviewerCall } from '#server/testing/reviewer_calls.ts'
import { figure, median, printHead, report } from './report.ts'

// Suggested reviewers: time, quality and bound; no conflict of interest in 10,000 random calls; repair after declines.
// Run: npm run bench -- assign_reviewers
const solver = await openIntegerSolver()
const keyOf = ({ proposal_id, user_id }: Cell) => `${proposal_id}.${user_id}`

printHead()

const SIZES = [
  { proposals: 100, reviewers: 50, most: 12, seconds: 2 },
  { proposals: 1000, reviewers: 200, most: 30, seconds: 15 },
  // Fewer places than reports wanted.
  { proposals: 1000, reviewers: 200, most: 16, seconds: 15 },
] as const
const CALLS = 5
for (const { proposals, reviewers, most, seconds } of SIZES) {
  const times: number[] = []
  const lines: string[] = []
  for (let seed = 1; seed <= CALLS; seed++) {
    const organisations = Math.round(reviewers / 2)
    const call = reviewerCall(seed, { proposals, reviewers, organisations, most, reported: 0.002 })
    const start = performance.now()
    const { reached, bound, proven, items, short, change, size } = suggestReviewers(call, solver)
    times.push((performance.now() - start) / 1000)
    lines.push(
      `  ${items.length} of ${size.wanted} wanted from ${size.cells.toLocaleString('en')} cells; shortage ${reached.shortage} (bound ${bound.shortage}), lowest fit ${reached.lowest} (${bound.lowest}), total ${reached.total} (${bound.total}), ${proven ? 'no better exists' : 'not proven'}; ${short.length} short, ${change.length} changes`,
    )
  }
  const worst = Math.max(...times)
  report({
    what: `suggest ${proposals} x ${reviewers}, at most ${most} each, seconds`,
    ours: `${figure(median(times))}, worst ${figure(worst)}`,
    goal: `${seconds} s`,
    met: worst <= seconds,
  })
  console.log(lines.join('\n'))
}

const RANDOM_CALLS = 10_000
let [conflicts, suggested, unjudged, notBest] = [0, 0, 0, 0]
for (let seed = 1; seed <= RANDOM_CALLS; seed++) {
  const call = reviewerCall(seed, {
    proposals: 3 + (seed % 8),
    reviewers: 4 + (seed % 7),
    organisations: 2 + (seed % 4),
    blocked: (seed % 5) / 8,
    unjudged: (seed % 3) / 8,
  })
  const forbidden = new Set(call.blocked.map(keyOf))
  const notJudged = new Set(call.unjudged.map(keyOf))
  const { items, proven } = suggestReviewers(call, solver)
  suggested += items.length
  if (!proven) notBest++
  conflicts += items.filter((item) => forbidden.has(keyOf(item))).length
  unjudged += items.filter((item) => notJudged.has(keyOf(item))).length
}
report({
  what: `conflicts in ${RANDOM_CALLS.toLocaleString('en')} random calls`,
  ours: `${conflicts} of ${suggested.toLocaleString('en')}`,
  goal: 'none',
  met: conflicts === 0,
})
report({
  what: 'possible conflicts, unacknowledged',
  ours: String(unjudged),
  goal: 'none',
  met: unjudged === 0,
})
report({ what: 'suggestions not proven best', ours: String(notBest), goal: '', met: null })

/** A call whose suggestion was taken and accepted, and of whose reports a fifth was then declined. */
function declinedCall(seed: number): { call: Snapshot; accepted: Set<string>; open: Set<number> } {
  const options = { proposals: 100, reviewers: 50, organisations: 25, most: 14, reported: 0 }
  const call = reviewerCall(seed, options)
  const { items } = suggestReviewers(call, solver)
  const reports = items.map(({ proposal_id, user_id }, at) => ({
    proposal_id,
    user_id,
    status: (at * 7 + seed) % 5 === 0 ? 9 : 2,
  }))
  const counted = reports.filter(({ status }) => status === 2)
  const count = (key: 'proposal_id' | 'user_id', id: number) =>
    counted.filter((one) => one[key] === id).length
  return {
    accepted: new Set(counted.map(keyOf)),
    open: new Set(reports.filter(({ status }) => status === 9).map(({ proposal_id }) => proposal_id)),
    call: {
      ...call,
      reports,
      repair: true,
      proposals: call.proposals.map((one) => ({ ...one, reports: count('proposal_id', one.id) })),
      reviewers: call.reviewers.map((one) => ({ ...one, load: count('user_id', one.id) })),
    },
  }
}
let [moved, elsewhere, filled, declines] = [0, 0, 0, 0]
for (let seed = 1; seed <= 20; seed++) {
  const { call, accepted, open } = declinedCall(seed)
  const { items } = suggestReviewers(call, solver)
  declines += call.reports.filter(({ status }) => status === 9).length
  filled += items.length
  elsewhere += items.filter(({ proposal_id }) => !open.has(proposal_id)).length
  // A repair only adds: an accepted report that it named would be one that it assigns again.
  moved += items.filter((item) => accepted.has(keyOf(item))).length
}
report({
  what: 'repair after 20 % declines: accepted reports moved',
  ours: `${moved}, ${elsewhere} elsewhere`,
  goal: 'none',
  met: moved + elsewhere === 0,
})
report({ what: 'repair: declined reports filled', ours: `${filled} of ${declines}`, goal: '', met: null })
