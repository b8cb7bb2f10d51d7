import { queryString } from '#domain/address.ts'
import { SCORE_FLAGS } from '#domain/staff/status.ts'
import type { Db } from '#server/platform/context.ts'
import { csrfOf } from '#server/platform/http/csrf.ts'
import { toFormData } from '#web/lib/http/body_formats.ts'
import { sessionOf } from '../trust/browser.ts'
import type { Call } from './load.ts'
import { DRAFTS, OFFICE } from './stock.ts'

/** Requests a second at one connection and at ten. */
type Pair = readonly [number, number]

/** A call as our screens ask it, and the same of the bare route. */
export interface Compared {
  ours: Call[]
  peer: Call[]
  /** HotCRP's figures of record, and the bare route's of the same hour. */
  hotcrp?: { took: Pair; peer?: Pair; times: number }
  /** At least this share of the bare route. */
  share?: number
  /** So many rows of it are a page; each may take so long, in ms. */
  rows?: { count: number; ms: number }
}

const OF_PEER = 0.6
const TIMES_HOTCRP = 5
const JSON_BODY = { 'content-type': 'application/json' }

async function cookieOf(db: Db, user_id: number) {
  const cookie = await sessionOf(db, user_id)
  const csrf = csrfOf(cookie.slice(cookie.indexOf('=') + 1))
  return { cookie: `${cookie}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf }
}

/** A form as a browser sends it. */
async function multipart(form: object): Promise<{ headers: Record<string, string>; body: string }> {
  const sent = new Response(toFormData(form))
  return { headers: { 'content-type': sent.headers.get('content-type')! }, body: await sent.text() }
}

const each = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i))

/** The list as the screen opens it: the current term, every tick of its groups on, the others off, best first. */
export const screenQuery = (term_id: number) => ({
  ...{ title: '', name: '', email: '', affiliation: '', abstract: '', keywords: '', term_id },
  ...{ not_submitted: true, submitted: true, scored: true },
  ...Object.fromEntries(Object.keys(SCORE_FLAGS).map((flag) => [flag, true])),
  ...{ is_unlocked: false, is_reviewed: false, without_reviewer: false, to_score: false },
  ...{ sort: 'total_score_average', dir: 'desc' },
})

const SEARCHED = [
  'sato12',
  'yamada',
  'hydrated',
  '512',
  'person77',
  'zoë',
  'a0123',
  'planetary',
  'muñoz',
  'ryugu',
]

/** What a save of a review sends: another text each time. */
const review = {
  science_score: 4,
  technical_score: 3,
  science_comment_strength: 'A question that only these grains can answer, #n#. '.repeat(6),
  science_comment_weakness: 'The amount that is asked for is more than it takes. '.repeat(5),
  technical_comment_strength: 'The group has done this before. '.repeat(5),
  technical_comment_weakness: '',
}

/** What a save of a proposal sends: another text each time. */
const form = {
  early_career: 1,
  check_organization: 1,
  check_collaborators: 1,
  title: 'Hydrated silicates and organics, version #n#',
  abstract: 'We ask what the grains say of water, #n#. '.repeat(12),
  properties: 'The beam line is there and the group knows it. '.repeat(6),
  sample_description_1_1: 'Three grains of this size let us repeat each measurement once. '.repeat(5),
  sample_description_2_1: 'Smaller grains would do. '.repeat(10),
  methods_to_handle_of_sample: 'The grains stay in nitrogen. '.repeat(10),
  proposal_collaborator: each(4, (n) => ({
    ...{ first_name: 'Mika', middle_name: '', last_name: `Abe${n}`, suffix: '' },
    ...{ email: `mika${n}@example.org`, affiliation: 'Institute of Small Bodies' },
  })),
  samples: each(5, (n) => ({ db_type: 1, type: n % 2, any: 1, size: 1 + n / 2 })),
  keywords: [1, 2, 3],
  keywords_other: [{ name: 'Aqueous alteration' }],
  methods: [1, 2],
  conditions: [],
}

/** The hot calls over a filled database, by name: of ours, and of the bare route. */
export async function hotCalls(db: Db): Promise<Record<string, Compared>> {
  const office = await Promise.all(each(OFFICE, (i) => cookieOf(db, i + 1)))
  const [head] = office as [(typeof office)[number]]
  const { id: term } = await db
    .selectFrom('terms')
    .select('id')
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  const get = (path: string): Call => ({ method: 'GET', path, headers: head })
  const bare = (path: string): Call => ({ method: 'GET', path })
  const list = (more: object) => `/api/proposals?${queryString({ ...screenQuery(term), ...more })}`
  const bareList = (more: object) => `/api/proposals?${queryString({ user: 1, term_id: term, ...more })}`
  const reports = await db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.user_id', 'r.proposal_id'])
    .where('p.term_id', '=', term)
    .where('p.global_score', 'is', null)
    .where('r.status', 'in', [2, 3])
    .orderBy('r.id')
    .limit(200)
    .execute()
  const drafts = await db
    .selectFrom('proposals')
    .select(['id', 'user_id'])
    .where('status', '=', 1)
    .limit(DRAFTS)
    .execute()
  const proposals = reports.slice(0, 100).map(({ proposal_id }) => proposal_id)
  const sent = await multipart(form)
  const file = `/api/proposals/download?${queryString(screenQuery(term))}`
  return {
    list: {
      ours: [get(list({}))],
      peer: [bare(bareList({ page: 1, per_page: 20 }))],
      hotcrp: { took: [19, 35], peer: [241, 520], times: TIMES_HOTCRP },
      share: OF_PEER,
    },
    whole_list: {
      ours: each(10, (i) => get(list({ page: i + 1, per_page: 100 }))),
      peer: each(10, (i) => bare(bareList({ page: i + 1, per_page: 100 }))),
      hotcrp: { took: [19, 35], times: 0 },
      rows: { count: 100, ms: 0.05 },
    },
    detail: {
      ours: proposals.map((id) => get(`/api/proposals/${id}`)),
      peer: proposals.map((id) => bare(`/api/proposals/${id}?user=1`)),
      hotcrp: { took: [94, 136], peer: [1190, 1818], times: TIMES_HOTCRP },
      share: OF_PEER,
    },
    search: {
      ours: SEARCHED.map((q) => get(`/api/search?${queryString({ q })}`)),
      peer: SEARCHED.map((q) => bare(`/api/search?${queryString({ q })}`)),
      share: OF_PEER,
    },
    save: {
      ours: await Promise.all(
        reports.map(async ({ id, user_id }) => ({
          method: 'PUT' as const,
          path: `/api/reports/${id}`,
          headers: { ...(await cookieOf(db, user_id)), ...JSON_BODY },
          body: JSON.stringify(review),
        })),
      ),
      peer: reports.map(({ id, user_id: user }) => ({
        method: 'PUT' as const,
        path: `/api/reports/${id}`,
        headers: JSON_BODY,
        body: JSON.stringify({ user, ...review }),
      })),
      hotcrp: { took: [164, 322], peer: [485, 1023], times: TIMES_HOTCRP },
      share: OF_PEER,
    },
    save_proposal: {
      ours: await Promise.all(
        drafts.map(async ({ id, user_id }) => ({
          method: 'POST' as const,
          path: `/api/proposals/edit/${id}`,
          headers: { ...(await cookieOf(db, user_id)), ...sent.headers },
          body: sent.body,
        })),
      ),
      peer: drafts.map(({ id, user_id: user }) => ({
        method: 'PUT' as const,
        path: `/api/proposals/edit/${id}`,
        headers: JSON_BODY,
        body: JSON.stringify({ user, ...form }),
      })),
      share: OF_PEER,
    },
    csv: {
      ours: office.map((headers) => ({ method: 'GET', path: file, headers, fetches: true })),
      peer: [bare(`/api/proposals.csv?user=1&term_id=${term}`)],
      hotcrp: { took: [18.3, 34], times: 2 },
    },
  }
}
