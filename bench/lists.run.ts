/**
 * Every list of the product at 20,000 proposals of 20 terms and 100,000 people: its first page in each sort order and with
 * each filter, and a late page. Measures the database time of all statements of a request.
 */
import { existsSync, readFileSync } from 'node:fs'
import pg from 'pg'
import type { z } from 'zod'
import { queryString } from '#domain/address.ts'
import { contract } from '#domain/contract.ts'
import { type Endpoint, fileAddress } from '#domain/endpoint.ts'
import { buildApp } from '#server/app.ts'
import { sessionOf } from '../trust/browser.ts'
import { OFFICE, withFilledSystem } from './fixtures.ts'
import { figure, median, printHead, report } from './report.ts'

const SIZE = { terms: 20, proposals: 1_000 }
const MAX_MS = 20
const RUNS = 7
const DEEP = { page: 500 }
/** Slow queries printed for each list. */
const MAX_PRINTED = 4

/** Filter values by field name; other fields are checkboxes. */
const FILTER_VALUES: Record<string, unknown[]> = {
  name: ['sato12', 'zoe', 'keyword 7'],
  email: ['person1999@', 'host7.example'],
  affiliation: ['institute 17 planetary', 'planetary'],
  collaborator_name: ['muñoz', 'sato4711'],
  collaborator_email: ['person77', 'example'],
  collaborator_affiliation: ['institute 3'],
  term_id: [10, SIZE.terms],
  title: ['study 4711', 'hydrated'],
  proposal_title: ['study 4711', 'hydrated'],
  abstract: ['grains say'],
  keywords: [7],
  sample_id: [77],
  early_career: [1],
  rank: [3],
  ids: [[1, 2, 3, 4, 5]],
  places: [['7.0', '7.1']],
  keyword: ['letter 17'],
  id: [4711],
  person: ['person1999@host49.example.org', 'sato12'],
  subject: ['proposal 4711', 'proposal'],
  user: ['person1999', 'sato'],
  user_id: [1_999],
  object: ['proposal'],
  object_id: [4_711],
  action: ['proposal.submit'],
  from: ['2026-01-01'],
  to: ['2026-01-01'],
}
/** Filters added to all queries but the first: without a term the list returns the reports of all years. */
const EXTRA_FILTERS: Record<string, object> = { 'reports.reviewers': { term_id: SIZE.terms } }
const CODES = [[0, 1], [2]]

type Query = Record<string, unknown>
const queryFields = (endpoint: Endpoint) =>
  (endpoint.query as unknown as { shape?: Record<string, z.ZodType> }).shape ?? {}

const lists = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries(calls as Record<string, Endpoint>)
    .filter(
      ([, call]) => call.method === 'GET' && 'per_page' in queryFields(call) && call.reply !== fileAddress,
    )
    .map(([name, call]) => ({ name: `${area}.${name}`, call })),
)

/** The queries measured for a list. */
function queriesOf(call: Endpoint): Query[] {
  const { sort, dir: _, page: __, per_page: ___, ...fields } = queryFields(call)
  const sorts = (sort as z.ZodOptional<z.ZodEnum> | undefined)?.unwrap().options ?? []
  const filters = Object.entries(fields).flatMap(([field, schema]) => {
    const values = FILTER_VALUES[field] ?? (field === 'status' || field === 'state' ? [] : [true])
    const accepted = [...values, ...(values.length === 0 ? [...CODES, 'active', 'sent'] : [])].filter(
      (value) => schema.safeParse(value).success,
    )
    return accepted.map((value) => ({ [field]: value }))
  })
  return [
    {},
    DEEP,
    ...sorts.flatMap((sort) => [
      { sort, dir: 'asc' },
      { sort, dir: 'desc' },
    ]),
    ...filters,
  ]
}

/** CPU time of a connection's database process in ms; wall-clock time where the system does not provide it. */
const ownTime = ({ processID }: pg.Client & { processID?: number }) => {
  const told = `/proc/${processID}/schedstat`
  return existsSync(told) ? Number.parseInt(readFileSync(told, 'utf8'), 10) / 1e6 : performance.now()
}

/** Time of the statements since the last reset in ms, without the session lookup. */
let worked = 0
const ask = pg.Client.prototype.query as (...input: unknown[]) => unknown
pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
  const start = ownTime(this)
  const answer = ask.apply(this, input)
  const text = String((input[0] as { text?: string })?.text ?? input[0])
  if (answer instanceof Promise && !text.includes('from "sessions"'))
    answer.then(
      () => {
        worked += ownTime(this) - start
      },
      () => {},
    )
  return answer
} as never

await withFilledSystem(SIZE, async ({ db, services }) => {
  const app = await buildApp(services)
  const office = await sessionOf(db, 1)
  const reviewer = await sessionOf(db, OFFICE + 1)
  printHead()
  for (const { name, call } of lists) {
    const cookie = (call.access as readonly string[]).includes('admin') ? office : reviewer
    const taken: { ms: number; what: string }[] = []
    const beside = EXTRA_FILTERS[name]
    const looks = queriesOf(call).map((query, i) => (i === 0 ? query : { ...beside, ...query }))
    for (const query of beside ? [...looks, beside] : looks) {
      const url = `${call.path}?${queryString(query as never)}`
      const times: number[] = []
      for (let run = 0; run <= RUNS; run++) {
        worked = 0
        const reply = await app.inject({ url, headers: { cookie } })
        if (reply.statusCode !== 200) throw new Error(`${url} was answered ${reply.payload}`)
        if (run > 0) times.push(worked)
      }
      taken.push({
        ms: median(times),
        what: decodeURIComponent(queryString(query as never)) || 'as it opens',
      })
    }
    const deep = taken.splice(1, 1)[0]!
    taken.sort((a, b) => b.ms - a.ms)
    const slow = taken.filter(({ ms }) => ms >= MAX_MS)
    const [worst] = taken as [(typeof taken)[number]]
    report({
      what: `${name}, ${taken.length} looks, page ${DEEP.page}`,
      ours: `${[median(taken.map(({ ms }) => ms)), worst.ms, deep.ms].map(figure).join(' / ')} ms`,
      goal: `each < ${MAX_MS} ms: ${slow.length} are not`,
      met: slow.length === 0,
    })
    for (const { ms, what } of taken.slice(0, Math.max(1, Math.min(MAX_PRINTED, slow.length))))
      console.log(`  ${figure(ms).padStart(6)} ms  ${what}`)
  }
  await app.close()
})
