/**
 * The most frequent requests at 1,000 submissions: requests a second at one connection and at ten, the median of ROUNDS
 * rounds of SECONDS each, and the processor's time of server and database a request, beside HotCRP's figures; then the memory
 * that both hold. Run one: node --import tsx bench/requests.run.ts detail
 */

import { sql } from 'kysely'
import { databaseProcesses } from '../trust/database_processes.ts'
import { sharedMb } from '../trust/figures.ts'
import { fillDatabase } from './fixtures.ts'
import { frequentRequests, type RequestKind } from './frequent_requests.ts'
import { measureLoad, startLoadClient } from './load.ts'
import { figure, joinFigures, median, printHead, report } from './report.ts'
import { withServer, withSystem } from './system.ts'

const { ROUNDS = '3', SECONDS = '1' } = process.env
const CONNECTIONS = [1, 10]
/** Seconds of load before the measurement, so that the code is compiled. */
const WARM_UP = 3
/** Megabytes of server and database after the load. */
const MAX_MB = 300

const asked = process.argv.slice(2)
const client = startLoadClient()
try {
  await withSystem(
    (db) => fillDatabase(db, { terms: 1, proposals: 1_000 }),
    (ground) =>
      withServer(ground, async ({ address, pid }) => {
        printHead()
        const pids = () => [pid, ...databaseProcesses(ground.services.config.dataDir)]
        for (const [name, call] of Object.entries(await frequentRequests(ground.db)))
          if (asked.length === 0 || asked.includes(name)) compare(call, await measure(call, address, pids))
        // The last connection is this program's own.
        const [own] = (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(ground.db)).rows
        const mb = sharedMb(pids().filter((pid) => pid !== own!.pid))
        report({
          what: 'memory of server and database after the load, MB',
          ours: figure(mb),
          goal: `<= ${MAX_MB} MB`,
          met: mb <= MAX_MB,
        })
      }),
  )
} finally {
  client.close()
}

/** Requests a second for each number of connections, and the processor's time of a request at one connection, in ms. */
async function measure({ requests: calls }: RequestKind, address: string, pids: () => number[]) {
  await client.run({ address, requests: calls, connections: Math.max(...CONNECTIONS), seconds: WARM_UP })
  const perSecond: number[] = []
  const cpu: number[] = []
  for (const connections of CONNECTIONS) {
    const rounds: number[] = []
    for (let round = 0; round < Number(ROUNDS); round++) {
      const load = { address, requests: calls, connections, seconds: Number(SECONDS) }
      const result = await measureLoad(client, load, pids)
      rounds.push(result.perSecond)
      if (connections === 1) cpu.push(result.cpu)
    }
    perSecond.push(median(rounds))
  }
  return { perSecond, cpu: median(cpu) }
}

function compare({ title: what, hotcrp, cpu }: RequestKind, ours: Awaited<ReturnType<typeof measure>>) {
  compareSpeed(what, hotcrp, ours.perSecond)
  report({
    what: `${what}, CPU ms a request`,
    ours: figure(ours.cpu),
    hotcrp: cpu && figure(cpu.hotcrp),
    goal: cpu?.goal ? `<= ${cpu.goal} ms` : '',
    met: cpu?.goal ? ours.cpu <= cpu.goal : null,
  })
}

function compareSpeed(what: string, hotcrp: RequestKind['hotcrp'], ours: number[]) {
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
