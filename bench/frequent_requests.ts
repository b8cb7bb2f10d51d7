import { queryString } from '#domain/address.ts'
import { SCORE_FLAGS } from '#domain/staff/status.ts'
import type { Db } from '#server/platform/context.ts'
import { csrfTokenOf } from '#server/platform/http/cookies.ts'
import { toFormData } from '#web/lib/http/body_formats.ts'
import { sessionOf } from '../trust/browser.ts'
import { DRAFTS, OFFICE } from './fixtures.ts'
import type { LoadRequest } from './load.ts'

/** Requests a second at one connection and at ten. */
type Pair = readonly [number, number]

/** A kind of request that a screen sends. */
export interface RequestKind {
  title: string
  requests: LoadRequest[]
  /** HotCRP's figures, and our goals as multiples of them, at one and at ten connections. */
  hotcrp?: { perSecond: Pair; goal: readonly [number | null, number | null] }
  /** HotCRP's processor time of the same, and our goal, in ms. */
  cpu?: { hotcrp: number; goal?: number }
}

const JSON_BODY = { 'content-type': 'application/json' }

async function cookieOf(db: Db, user_id: number) {
  const cookie = await sessionOf(db, user_id)
  const csrf = csrfTokenOf(cookie.slice(cookie.indexOf('=') + 1))
  return { cookie: `${cookie}; XSRF-TOKEN=${csrf}`, 'x-xsrf-token': csrf }
}

async function multipart(form: object): Promise<{ headers: Record<string, string>; body: string }> {
  const sent = new Response(toFormData(form))
  return { headers: { 'content-type': sent.headers.get('content-type')! }, body: await sent.text() }
}

const repeat = <T>(count: number, of: (i: number) => T) => Array.from({ length: count }, (_, i) => of(i))

/** The list's default query: the current term, all checkbox groups on, single flags off, best first. */
export const screenQuery = (term_id: number) => ({
  ...{ title: '', name: '', email: '', affiliation: '', abstract: '', keywords: '', term_id },
  ...{ not_submitted: true, submitted: true, scored: true },
  ...Object.fromEntries(Object.keys(SCORE_FLAGS).map((flag) => [flag, true])),
  ...{
    is_unlocked: false,
    is_reviewed: false,
    without_reviewer: false,
    to_score: false,
    unlock_ended: false,
  },
  ...{ fields: 'ranking', sort: 'total_score_average', dir: 'desc' },
})

/** The same list at another page. */
export const atPage =
  (page: number) =>
  (list: LoadRequest): LoadRequest => ({ ...list, path: `${list.path}&page=${page}` })

const SEARCH_TERMS = {
  name: ['sato12', 'yamada', 'person77', 'zoë', 'muñoz'],
  word: ['hydrated', 'planetary', 'ryugu', '512', 'a0123'],
  words: ['x', '山', 'institute xyzzyq', 'person77 example.org institute', 'study institute person'],
}

/** The body of a saved review; the text differs each time. */
const review = {
  science_score: 4,
  technical_score: 3,
  science_comment_strength: 'A question that only these grains can answer, #n#. '.repeat(6),
  science_comment_weakness: 'The amount that is asked for is more than it takes. '.repeat(5),
  technical_comment_strength: 'The group has done this before. '.repeat(5),
  technical_comment_weakness: '',
}

/** The form of a saved proposal; the text differs each time. */
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
  proposal_collaborator: repeat(4, (n) => ({
    ...{ first_name: 'Mika', middle_name: '', last_name: `Abe${n}`, suffix: '' },
    ...{ email: `mika${n}@example.org`, affiliation: 'Institute of Small Bodies' },
  })),
  samples: repeat(5, (n) => ({ db_type: 1, type: n % 2, any: 1, size: 1 + n / 2 })),
  keywords: [1, 2, 3],
  keywords_other: [{ name: 'Aqueous alteration' }],
  methods: [1, 2],
  conditions: [],
}

/** The most frequent requests over a filled database, by name. */
export async function frequentRequests(db: Db): Promise<Record<string, RequestKind>> {
  const office = await Promise.all(repeat(OFFICE, (i) => cookieOf(db, i + 1)))
  const [admin] = office as [(typeof office)[number]]
  const { id: term } = await db
    .selectFrom('terms')
    .select('id')
    .where('is_current', '=', true)
    .executeTakeFirstOrThrow()
  const get = (path: string): LoadRequest => ({ method: 'GET', path, headers: admin })
  const list = (more: object) => `/api/proposals?${queryString({ ...screenQuery(term), ...more })}`
  const search = (q: string) => get(`/api/search?${queryString({ q })}`)
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
      title: 'proposals, 20 rows as the screen asks',
      requests: [get(list({}))],
      hotcrp: { perSecond: [19.9, 33], goal: [6, 6] },
      cpu: { hotcrp: 48.5 },
    },
    whole_list: {
      title: 'proposals, all 1,000 by 100',
      requests: repeat(10, (i) => get(list({ page: i + 1, per_page: 100 }))),
      // HotCRP shows all 1,000 at once, in 57 ms.
      cpu: { hotcrp: 5.7, goal: 6 },
    },
    detail: {
      title: 'a proposal with its reviews',
      requests: proposals.map((id) => get(`/api/proposals/${id}`)),
      hotcrp: { perSecond: [87, 232], goal: [4, 4] },
      cpu: { hotcrp: 8.9 },
    },
    search_name: {
      title: 'search for a name',
      requests: SEARCH_TERMS.name.map(search),
      hotcrp: { perSecond: [19, 40], goal: [5, 5] },
      cpu: { hotcrp: 49 },
    },
    search_word: {
      title: 'search for a word',
      requests: SEARCH_TERMS.word.map(search),
      hotcrp: { perSecond: [23, 50], goal: [5, 5] },
      cpu: { hotcrp: 41 },
    },
    search_words: {
      title: 'search for words that are short or many',
      requests: SEARCH_TERMS.words.map(search),
    },
    save: {
      title: 'save of a review',
      requests: await Promise.all(
        reports.map(async ({ id, user_id }) => ({
          method: 'PUT' as const,
          path: `/api/reports/${id}`,
          headers: { ...(await cookieOf(db, user_id)), ...JSON_BODY },
          body: JSON.stringify(review),
        })),
      ),
      hotcrp: { perSecond: [140, 366], goal: [2.5, 2.5] },
      cpu: { hotcrp: 6.5 },
    },
    save_proposal: {
      title: 'save of a proposal',
      requests: await Promise.all(
        drafts.map(async ({ id, user_id }) => ({
          method: 'POST' as const,
          path: `/api/proposals/edit/${id}`,
          headers: { ...(await cookieOf(db, user_id)), ...sent.headers },
          body: sent.body,
        })),
      ),
    },
    csv: {
      title: 'CSV of all proposals',
      requests: office.map((headers) => ({ method: 'GET', path: file, headers, fetches: true })),
      hotcrp: { perSecond: [14.6, 30], goal: [null, 2] },
      cpu: { hotcrp: 68 },
    },
  }
}
