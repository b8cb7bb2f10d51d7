/**
 * How requests slow down with the number of proposals of the current term and of past years: the median in ms at one
 * connection; of the list of the largest term also the processor's time, for its first page and for a late one.
 */
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { sessionOf } from '../trust/browser.ts'
import { databaseProcesses } from '../trust/database_processes.ts'
import { DRAFTS, OFFICE, REVIEWERS, type Size, withFilledSystem } from './fixtures.ts'
import { atPage, frequentRequests } from './frequent_requests.ts'
import { type LoadRequest, measureLoad, startLoadClient } from './load.ts'
import { figure, report } from './report.ts'
import { type System, withServer } from './system.ts'

const SIZES: Size[] = [
  { terms: 1, proposals: 1_000 },
  { terms: 1, proposals: 5_000 },
  { terms: 1, proposals: 20_000 },
  { terms: 5, proposals: 1_000 },
  { terms: 20, proposals: 1_000 },
]
/** Allowed growth from 1 year to 20; differences below CHANCE_MS are noise. */
const RATIO = 1.5
const CHANCE_MS = 1
/** Proposals of the largest term, and the processor's time that its list may take, in ms. */
const LARGE = 20_000
const MAX_CPU = 20
const LATE_PAGE = 900
const CPU_SECONDS = 3
const SECONDS = 0.5
const BRIEF = 0.15
/** Seconds before a frequent request is measured: its code is compiled and its statements are planned. */
const WARM = 1.5
const EXPORT = 'csv'
/** Constant answers. */
const FIXED = '/api/masters/formArray/'

const endpoints = Object.values(contract).flatMap((calls) => Object.values(calls) as Endpoint[])
const client = startLoadClient()
const taken: Map<string, number>[] = []
const cpu = new Map<string, number>()
try {
  for (const size of SIZES) {
    console.log(`${size.terms} years of ${size.proposals} proposals …`)
    taken.push(
      await withFilledSystem(size, (ground) =>
        withServer(ground, async ({ address, pid }) => {
          const found = await measure(ground, address, size)
          if (size.proposals === LARGE) await measureCpu(ground, address, pid)
          return found
        }),
      ),
    )
  }
} finally {
  client.close()
}

/** The median of each request in ms, by name. */
async function measure({ db }: System, address: string, { terms, proposals }: Size) {
  const found = new Map<string, number>()
  const run = async (name: string, calls: LoadRequest[], seconds: number, warm: number) => {
    await client.run({ address, requests: calls, connections: 1, seconds: warm })
    const { p50 } = await client.run({ address, requests: calls, connections: 1, seconds })
    found.set(name, p50)
  }
  for (const [name, { requests: calls }] of Object.entries(await frequentRequests(db)))
    await run(name, calls, SECONDS, WARM)
  // The growth over years is measured for every GET without parameters.
  if (proposals > 1_000) return found
  const draft = OFFICE + REVIEWERS + terms * proposals + DRAFTS
  const users = { admin: 1, reviewer: OFFICE + 1, proposer: draft }
  const cookies = new Map<string, string>()
  for (const [role, user] of Object.entries(users)) cookies.set(role, await sessionOf(db, user))
  for (const { method, path, access, reply, gives } of endpoints) {
    const asks = method === 'GET' && !path.includes(':') && gives === 'json' && reply !== fileAddress
    const cookie = cookies.get([...cookies.keys()].find((role) => access.includes(role as never)) ?? '')
    if (!asks || !cookie || path.startsWith(FIXED)) continue
    const known = (await fetch(address + path, { headers: { cookie } })).status === 200
    if (known) await run(path, [{ method, path, headers: { cookie } }], BRIEF, BRIEF / 2)
  }
  return found
}

/** The processor's time of server and database for the first page of the list and for a late one. */
async function measureCpu({ db, services }: System, address: string, pid: number) {
  const pids = () => [pid, ...databaseProcesses(services.config.dataDir)]
  const { list } = await frequentRequests(db)
  const pages = { 'first page': list!.requests, [`page ${LATE_PAGE}`]: list!.requests.map(atPage(LATE_PAGE)) }
  for (const [page, requests] of Object.entries(pages)) {
    const load = { address, requests, connections: 1 }
    await client.run({ ...load, seconds: WARM })
    cpu.set(page, (await measureLoad(client, { ...load, seconds: CPU_SECONDS }, pids)).cpu)
  }
}

const print = (name: string, ms: (number | undefined)[]) =>
  `${name.padEnd(44)}${ms.map((one) => (one === undefined ? '' : figure(one)).padStart(9)).join('')}`

console.log(
  print('ms a call', []) +
    SIZES.map(({ terms, proposals }) => `${terms}x${proposals / 1000}k`.padStart(9)).join(''),
)
const names = [...taken[0]!.keys()]
for (const name of names.filter((one) => !one.includes('/')))
  console.log(
    print(
      name,
      taken.map((one) => one.get(name)),
    ),
  )

for (const [page, ms] of cpu)
  report({
    what: `list of ${LARGE.toLocaleString('en')} proposals in one term, ${page}, CPU ms`,
    ours: figure(ms),
    goal: `<= ${MAX_CPU} ms`,
    met: ms <= MAX_CPU,
  })

const growing = names
  .map((name) => {
    const [one, twenty] = [taken[0]!.get(name)!, taken.at(-1)!.get(name) ?? Number.NaN]
    return { name, one, twenty, ratio: twenty / one }
  })
  .sort((a, b) => b.ratio - a.ratio)
const hot = growing.filter(({ name }) => !name.includes('/'))
const grows = ({ one, twenty, ratio }: (typeof growing)[number]) => ratio > RATIO && twenty - one > CHANCE_MS
for (const call of hot)
  report({
    what: `${call.name}, 1 and 20 years, ms`,
    ours: `${figure(call.one)} / ${figure(call.twenty)}`,
    goal: call.name === EXPORT ? '' : `<= ${RATIO} x: ${call.ratio.toFixed(2)}`,
    met: call.name === EXPORT ? null : !grows(call),
  })
const others = growing.filter(({ name }) => name.includes('/'))
const wrong = others.filter(grows)
report({
  what: `${others.length} other calls, those that grow with the years`,
  ours: String(wrong.length),
  goal: `each <= ${RATIO} x`,
  met: wrong.length === 0,
})
for (const { name, one, twenty, ratio } of wrong.slice(0, 15))
  console.log(`  ${ratio.toFixed(1).padStart(6)} x  ${name}, ${figure(one)} / ${figure(twenty)} ms`)
