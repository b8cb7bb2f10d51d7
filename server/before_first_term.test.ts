import { describe, expect, test } from 'vitest'
import { allows, ROLES } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { NO_TERM } from '#domain/terms/rules.ts'
import { aPerson, aUser } from './builders/people.ts'
import { handlers } from './handlers.ts'
import { type TestClient, withServer } from './testing/test_server.ts'

/** Values of parameters that are codes; every other parameter is an id of an object that does not exist. */
const CODES: Record<string, string> = { grid: '1', all: '1' }
const TEXT_OF_CURRENT = '/api/masters/getTermText/:id'

const reads: { name: string; endpoint: Endpoint; looksUp: boolean; built: boolean }[] = Object.entries(
  contract,
).flatMap(([area, endpoints]) =>
  Object.entries(endpoints)
    .filter(([, { method }]) => method === 'GET')
    .map(([name, endpoint]: [string, Endpoint]) => {
      const params = [...endpoint.path.matchAll(/:(\w+)/gu)].map(([, param]) => param!)
      return {
        name: endpoint.path,
        endpoint,
        looksUp: params.every((param) => param in CODES) || endpoint.path === TEXT_OF_CURRENT,
        built: name in ((handlers as Record<string, object>)[area] ?? {}),
      }
    }),
)

const address = ({ path }: Endpoint, own: number) =>
  path === TEXT_OF_CURRENT
    ? path.replace(':id', '0')
    : path.replace(':userId', String(own)).replace(/:(\w+)/gu, (_, param) => CODES[param] ?? '1')

/** The status of a read; a download link is followed to its file. */
async function read(visit: TestClient, path: string): Promise<number> {
  const answer = await visit.request('GET', path)
  const file = answer.statusCode === 200 && /^"(\/api\/downloads\/[^"]+)"$/u.exec(answer.payload)?.[1]
  return file ? (await visit.request('GET', file)).statusCode : answer.statusCode
}

describe('before the first term', () => {
  test('every read returns an empty result, for each role and for a visitor', () =>
    withServer(async ({ ctx, as, visitor }) => {
      for (const role of [null, ...ROLES]) {
        const user = role && (await aUser(ctx(), [role]))
        const visit = user ? await as(user) : visitor
        for (const { name, endpoint, looksUp, built } of reads) {
          if (!built || !allows(endpoint.access, role ? [role] : [])) continue
          const status = await read(visit, address(endpoint, user?.id ?? 0))
          // A read that asks for what has to be sent with it says so, with or without a term.
          const isAsking = !endpoint.query.safeParse({}).success
          const fine = isAsking ? [400] : looksUp ? [200, 204] : [200, 303, 403, 404]
          expect([role, name, status, fine.includes(status)]).toEqual([role, name, status, true])
        }
      }
    }))

  test('there is no current term, no label, and nothing is accepted', () =>
    withServer(async ({ ctx, as, visitor }) => {
      const { api } = await as(await aUser(ctx(), ['admin']))
      expect(await visitor.api.terms.current()).toBeNull()
      expect(await visitor.api.terms.text({ params: { id: 0 } })).toBe('')
      expect(await visitor.api.terms.noticeAccepted()).toBe(false)
      expect(await visitor.api.terms.proposalAccepted()).toBe(false)
      expect(await api.terms.proposalLimit()).toBe(false)
      for (const map of ['open', 'past', 'all'] as const) expect(await api.terms[map]()).toEqual({})
    }))

  test('whatever needs a term is refused with a message', () =>
    withServer(async ({ ctx, as, visitor }) => {
      const office = await as(await aUser(ctx(), ['admin']))
      const reviewer = await as(await aUser(ctx(), ['reviewer']))
      const notice = { ...aPerson(), early_career: 0, proposal_title: 'Grains', proposal_abstract: '' }
      const refused = { result: 0, message: NO_TERM }
      expect(
        await visitor.api.applicants.create({ body: { ...notice, methods: 'add', collaborators: [] } }),
      ).toEqual(refused)
      expect(await office.api.staff.sendCorrectionMail()).toEqual(refused)
      expect(await office.api.allocation.save({ body: [] })).toEqual(refused)
      expect(await reviewer.api.reports.saveRanks({ body: { ranks: {} } })).toEqual(refused)
    }))
})
