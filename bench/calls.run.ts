/**
 * The hot calls at 1,000 submissions, requests a second at one connection and at ten, beside bare routes with prepared
 * statements over the same database: ours and theirs in turn, the middle of ROUNDS turns of SECONDS each. Run one:
 * node --import tsx bench/calls.run.ts detail
 */
import { type Compared, hotCalls } from './calls.ts'
import { onGround, peered, served } from './ground.ts'
import { type Call, openClient, type Taken } from './load.ts'
import { both, head, median, tell } from './report.ts'
import { stock } from './stock.ts'

const { ROUNDS = '3', SECONDS = '1' } = process.env
const CONNECTIONS = [1, 10]
/** Seconds at ten connections before anything is measured: what served for a while has its code compiled. */
const WARM = 3
const NAMES = {
  list: 'proposals, 20 rows as the screen asks',
  whole_list: 'proposals, all 1,000 by 100',
  detail: 'a proposal with its reviews',
  search: 'search',
  save: 'save of a review',
  save_proposal: 'save of a proposal',
  csv: 'CSV of all proposals',
}

const asked = process.argv.slice(2)
const client = openClient()
try {
  await onGround(
    (db) => stock(db, { terms: 1, proposals: 1_000 }),
    (ground) =>
      served(ground, (ours) =>
        peered(ground, async (peer) => {
          head()
          for (const [name, call] of Object.entries(await hotCalls(ground.db)))
            if (asked.length === 0 || asked.includes(name)) {
              await sameAnswers(name, call, ours.address, peer.address)
              say(name as keyof typeof NAMES, call, await compare(call, ours.address, peer.address))
            }
        }),
      ),
  )
} finally {
  client.close()
}

/** Both in turn, so that what else the machine does meets both; at each number of connections the middle of them. */
async function compare({ ours, peer }: Compared, address: string, bare: string) {
  const figures = { ours: [] as number[], peer: [] as number[], bytes: 0 }
  const most = Math.max(...CONNECTIONS)
  await client.run({ address, calls: ours, connections: most, seconds: WARM })
  await client.run({ address: bare, calls: peer, connections: most, seconds: WARM })
  for (const connections of CONNECTIONS) {
    const run = (address: string, calls: Call[]) =>
      client.run({ address, calls, connections, seconds: Number(SECONDS) })
    const [a, b]: [Taken[], Taken[]] = [[], []]
    for (let round = 0; round < Number(ROUNDS); round++) {
      a.push(await run(address, ours))
      b.push(await run(bare, peer))
    }
    figures.ours.push(median(a.map(({ perSecond }) => perSecond)))
    figures.peer.push(median(b.map(({ perSecond }) => perSecond)))
  }
  return figures
}

/** A line for each goal of a call. */
function say(
  name: keyof typeof NAMES,
  { hotcrp, share, rows }: Compared,
  figures: { ours: number[]; peer: number[] },
) {
  const [ours, peer] = [figures.ours, figures.peer]
  const line = { what: `${NAMES[name]}, a second`, ours: both(ours), peer: both(peer) }
  if (share !== undefined) {
    const shares = ours.map((one, i) => one / peer[i]!)
    const percent = shares.map((one) => Math.round(one * 100)).join(' / ')
    tell({
      ...line,
      goal: `>= ${share * 100} % of the bare route: ${percent}`,
      met: shares.every((one) => one >= share),
    })
  }
  if (hotcrp && hotcrp.times > 0) {
    const scaled = hotcrp.peer && hotcrp.took.map((one, i) => (one * peer[i]!) / hotcrp.peer![i]!)
    const times = ours.map((one, i) => one / hotcrp.took[i]!)
    tell({
      ...line,
      hotcrp: `${both(hotcrp.took)}${scaled ? ` (${both(scaled)})` : ''}`,
      goal: `>= ${hotcrp.times} x HotCRP: ${both(times)}`,
      met: times.every((one) => one >= hotcrp.times),
    })
  }
  if (rows) {
    const perRow = (perSecond: readonly number[], count: number) => perSecond.map((one) => 1000 / one / count)
    const ms = perRow(ours, rows.count)
    tell({
      what: `${NAMES[name]}, ms a row`,
      ours: both(ms),
      peer: both(perRow(peer, rows.count)),
      hotcrp: both(perRow(hotcrp!.took, 1000)),
      goal: `<= ${rows.ms} ms a row`,
      met: ms.every((one) => one <= rows.ms),
    })
  }
}

/** The bare route is a floor for what answers the same: every field of ours is in what it answers to the first call. */
async function sameAnswers(name: string, call: Compared, address: string, bare: string) {
  if (call.ours[0]!.method !== 'GET' || call.ours[0]!.fetches) return
  for (const i of [0, call.ours.length - 1]) {
    const [a, b] = await Promise.all([
      fetch(address + call.ours[i]!.path, { headers: call.ours[i]!.headers ?? {} }).then((one) => one.json()),
      fetch(bare + call.peer[i]!.path).then((one) => one.json()),
    ])
    const where = difference(a, b, name)
    if (where) console.log(`The bare route answers otherwise: ${where}`)
  }
}

/** Where `b` lacks what `a` has, or null; instants count as such. */
function difference(a: unknown, b: unknown, at: string): string | null {
  if (a !== null && b !== null && typeof a === 'object' && typeof b === 'object') {
    for (const [key, value] of Object.entries(a)) {
      const found = difference(value, (b as Record<string, unknown>)[key], `${at}.${key}`)
      if (found) return found
    }
    return null
  }
  if (a === b) return null
  const same = typeof a === 'string' && typeof b === 'string' && Date.parse(a) === Date.parse(b)
  return same ? null : `${at}: ${JSON.stringify(a)}, ${JSON.stringify(b)}`
}
