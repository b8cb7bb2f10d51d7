import { performance } from 'node:perf_hooks'
import { allocateByBenefit } from '#domain/allocation/suggest/benefit_allocation.ts'
import { benefitOf, THOUSANDTHS } from '#domain/allocation/suggest/policy.ts'
import { buildProblem, type OpenRequest } from '#domain/allocation/suggest/problem.ts'
import { allocateByRank, type Choice } from '#domain/allocation/suggest/rank_allocation.ts'
import { suggest } from '#domain/allocation/suggest/suggest.ts'
import { groupBy } from '#domain/group_by.ts'
import { openSolver } from '#server/allocation/suggest/highs.ts'
import { callForSamples } from './call_for_samples.ts'

// Suggest by rank and for the most benefit beside greedy by rank, where each request in order takes its nearest free
// sample: requests and samples served, benefit, time, memory. Run: npm run bench -- suggest
const CALLS = [
  [100, 450],
  [300, 1500],
  [1000, 5000],
] as const
const solver = await openSolver()

/** What a person with a list would do: from the top, each request its nearest sample that is free. */
function greedy(open: readonly OpenRequest[]): Choice[] {
  const taken = new Set<number>()
  return open.flatMap(({ free, missing }, request) => {
    const own = [...free.at.keys()].filter((i) => !taken.has(free.at[i]!)).slice(0, missing)
    for (const i of own) taken.add(free.at[i]!)
    return own.map((i) => ({ request, at: free.at[i]!, far: free.far[i]! }))
  })
}

/** CPU time since `start`, which another programme's load leaves as it is. */
function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1000
}

const figure = (value: number) => Math.round(value).toLocaleString('en').padStart(9)
for (const [proposals, samples] of CALLS) {
  const scene = callForSamples(7, proposals, samples)
  const { open } = buildProblem(scene)
  const asked = open.reduce((sum, { missing }) => sum + missing, 0)
  const pairs = open.reduce((sum, { free }) => sum + free.at.length, 0)
  console.log(
    `\n${proposals} proposals x ${samples} samples: ${open.length} requests for ${asked} samples, ${pairs.toLocaleString('en')} pairs that fit`,
  )
  console.log('                 requests   samples   benefit    CPU ms')
  let rounds = ''
  const policies: Record<string, () => Choice[]> = {
    'greedy by rank': () => greedy(open),
    'Suggest rank': () => allocateByRank(open, samples),
    'Suggest benefit': () =>
      allocateByBenefit(open, samples, allocateByRank(open, samples), solver, (round, columns) => {
        rounds = `${round} rounds, ${columns.toLocaleString('en')} columns at last`
      }),
  }
  for (const [name, policy] of Object.entries(policies)) {
    const start = process.cpuUsage()
    const choices = policy()
    const ms = msSince(start)
    const pieces = groupBy(choices, ({ request }) => request)
    const served = open.filter(({ missing }, request) => pieces.get(request)?.length === missing)
    const benefit = choices.reduce((sum, { request, far }) => sum + benefitOf(open[request]!, far), 0)
    console.log(
      `${name.padEnd(16)}${figure(served.length)} ${figure(choices.length)} ${figure(benefit / THOUSANDTHS)} ${figure(ms)}`,
    )
  }
  const whole = (['rank', 'benefit'] as const).map((policy) => {
    const [start, began] = [process.cpuUsage(), performance.now()]
    suggest(scene, policy, solver)
    const ms = performance.now() - began
    return `${policy} ${figure(msSince(start)).trim()} ms of CPU (${figure(ms).trim()} ms as it was)`
  })
  console.log(`Read, decided and with every reason: ${whole.join(', ')}. Benefit: ${rounds}.`)
  console.log(`Memory so far at most ${figure(process.resourceUsage().maxRSS / 1024).trim()} MB`)
}
