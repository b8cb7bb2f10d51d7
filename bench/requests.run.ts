/**
 * The most frequent requests at 1,000 submissions: requests a second at one connection and at ten, the median of ROUNDS
 * rounds of SECONDS each, beside HotCRP's figures. Run one: node --import tsx bench/requests.run.ts detail
 */

import { fillDatabase } from './fixtures.ts'
import { frequentRequests, type RequestKind } from './frequent_requests.ts'
import { startLoadClient } from './load.ts'
import { joinFigures, median, printHead, report } from './report.ts'
import { withServer, withSystem } from './system.ts'

const { ROUNDS = '3', SECONDS = '1' } = process.env
const CONNECTIONS = [1, 10]
/** Seconds of load before the measurement, so that the code is compiled. */
const WARM_UP = 3

const asked = process.argv.slice(2)
const client = startLoadClient()
try {
  await withSystem(
    (db) => fillDatabase(db, { terms: 1, proposals: 1_000 }),
    (ground) =>
      withServer(ground, async ({ address }) => {
        printHead()
        for (const [name, call] of Object.entries(await frequentRequests(ground.db)))
          if (asked.length === 0 || asked.includes(name)) compare(call, await measure(call, address))
      }),
  )
} finally {
  client.close()
}

/** Requests a second, one figure for each number of connections. */
async function measure({ requests: calls }: RequestKind, address: string): Promise<number[]> {
  await client.run({ address, requests: calls, connections: Math.max(...CONNECTIONS), seconds: WARM_UP })
  const figures: number[] = []
  for (const connections of CONNECTIONS) {
    const rounds: number[] = []
    for (let round = 0; round < Number(ROUNDS); round++)
      rounds.push(
        (await client.run({ address, requests: calls, connections, seconds: Number(SECONDS) })).perSecond,
      )
    figures.push(median(rounds))
  }
  return figures
}

function compare({ title: what, hotcrp }: RequestKind, ours: number[]) {
  if (!hotcrp) return report({ what: `${what}, a second`, ours: joinFigures(ours), goal: '', met: null })
  const times = ours.map((one, i) => one / hotcrp.perSecond[i]!)
  report({
    what: `${what}, a second`,
    ours: joinFigures(ours),
    hotcrp: joinFigures(hotcrp.perSecond),
    goal: `>= ${hotcrp.goal.map((goal) => goal ?? '-').join(' / ')} x HotCRP: ${joinFigures(times)}`,
    met: hotcrp.goal.every((goal, i) => goal === null || times[i]! >= goal),
  })
}
