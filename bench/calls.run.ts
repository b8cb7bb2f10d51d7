/**
 * The most frequent requests at 1,000 submissions: requests a second at one connection and at ten, the median of ROUNDS
 * rounds of SECONDS each, beside HotCRP's figures. Run one: node --import tsx bench/calls.run.ts detail
 */
import { hotCalls, type Measured } from './calls.ts'
import { onGround, served } from './ground.ts'
import { openClient } from './load.ts'
import { both, median, printHead, report } from './report.ts'
import { stock } from './stock.ts'

const { ROUNDS = '3', SECONDS = '1' } = process.env
const CONNECTIONS = [1, 10]
/** Seconds of load before the measurement, so that the code is compiled. */
const WARM_UP = 3

const asked = process.argv.slice(2)
const client = openClient()
try {
  await onGround(
    (db) => stock(db, { terms: 1, proposals: 1_000 }),
    (ground) =>
      served(ground, async ({ address }) => {
        printHead()
        for (const [name, call] of Object.entries(await hotCalls(ground.db)))
          if (asked.length === 0 || asked.includes(name)) compare(call, await measure(call, address))
      }),
  )
} finally {
  client.close()
}

/** Requests a second, one figure for each number of connections. */
async function measure({ calls }: Measured, address: string): Promise<number[]> {
  await client.run({ address, calls, connections: Math.max(...CONNECTIONS), seconds: WARM_UP })
  const figures: number[] = []
  for (const connections of CONNECTIONS) {
    const rounds: number[] = []
    for (let round = 0; round < Number(ROUNDS); round++)
      rounds.push((await client.run({ address, calls, connections, seconds: Number(SECONDS) })).perSecond)
    figures.push(median(rounds))
  }
  return figures
}

function compare({ what, hotcrp }: Measured, ours: number[]) {
  if (!hotcrp) return report({ what: `${what}, a second`, ours: both(ours), goal: '', met: null })
  const times = ours.map((one, i) => one / hotcrp.perSecond[i]!)
  report({
    what: `${what}, a second`,
    ours: both(ours),
    hotcrp: both(hotcrp.perSecond),
    goal: `>= ${hotcrp.goal.map((goal) => goal ?? '-').join(' / ')} x HotCRP: ${both(times)}`,
    met: hotcrp.goal.every((goal, i) => goal === null || times[i]! >= goal),
  })
}
