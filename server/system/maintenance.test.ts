import { describe, expect, test } from 'vitest'
import { ROLES } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { Fault } from '#domain/errors.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { unlessMaintenance } from './maintenance.ts'
import { countWorkingUsers } from './maintenance_queries.ts'

const NOW = '2027-07-20T09:00:00.000Z'
const UNTIL = '2027-07-20T20:00:00.000Z'
const ENDPOINTS = Object.entries(contract).flatMap(([area, endpoints]) =>
  Object.entries(endpoints as Record<string, Endpoint>).map(([name, endpoint]) => ({
    name: `${area}.${name}`,
    endpoint,
  })),
)

/** What is written during maintenance: by whom comes and goes, by the switch; suggestions and previews write nothing. */
const EXEMPT = [
  'providers.signIn',
  'session.login',
  'session.loginPasskey',
  'session.loginSecond',
  'session.logout',
  'acting.stop',
  'allocation.suggest',
  'assignReviewers.suggest',
  'panel.suggestLeads',
  'results.preview',
  'meetings.suggestDocket',
  'mail.values',
  'system.switchMaintenance',
]

async function switchedOn(world: TestServer, reason = 'New disks') {
  world.at(NOW)
  await aTerm(world.ctx())
  const office = await aUser(world.ctx(), ['admin'])
  const { api } = await world.as(office)
  await api.system.switchMaintenance({ body: { until: UNTIL, reason } })
  return { office, api }
}

describe('during maintenance', () => {
  test('every endpoint that writes is refused before anything else of the request is looked at, but for its exceptions', () =>
    withServer(async (world) => {
      await switchedOn(world)
      const all = await aUser(world.ctx(), [...ROLES])
      const browser = await world.as(all)
      const refused = []
      for (const { name, endpoint } of ENDPOINTS) {
        if (endpoint.method === 'GET' || ['session.logout', 'acting.stop'].includes(name)) continue
        const { request } = endpoint.access === 'public' ? world.visitor : browser
        const path = endpoint.path.replace(/:\w+/gu, '1')
        const reply = await request(
          endpoint.method as 'POST',
          path,
          endpoint.takes === 'multipart' ? undefined : {},
        )
        if (reply.statusCode === 503) {
          refused.push(name)
          expect(reply.json()).toEqual({
            message:
              'Maintenance until 2027-07-20 20:00 UTC: nobody can save until then, and nothing was changed.',
            maintenance: { until: UNTIL, reason: 'New disks' },
          })
          expect(reply.headers['retry-after']).toBe(String(11 * 3600))
        }
      }
      const writing = ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET').map(({ name }) => name)
      expect(refused).toEqual(writing.filter((name) => !EXEMPT.includes(name)))
    }))

  test('every endpoint that reads is open', () => {
    const closed = ENDPOINTS.filter(
      ({ endpoint }) => endpoint.method === 'GET' && !endpoint.duringMaintenance,
    )
    expect(closed).toEqual([])
    const open = ENDPOINTS.filter(({ endpoint }) => endpoint.method !== 'GET' && endpoint.duringMaintenance)
    expect(open.map(({ name }) => name).sort()).toEqual([...EXEMPT].sort())
  })

  test('people sign in and out, read, and the office ends it early', () =>
    withServer(async (world) => {
      const { api } = await switchedOn(world)
      expect(await world.visitor.api.system.maintenance()).toEqual({ until: UNTIL, reason: 'New disks' })
      const body = { email: 'nobody@example.org', password: 'wrong password' }
      expect(await world.visitor.api.session.login({ body })).toEqual({ success: false })
      expect(await api.callState.get()).toMatchObject({ todo: expect.any(Array) })
      expect(await api.system.switchMaintenance({ body: { until: null, reason: '' } })).toEqual({
        result: 1,
        message: 'Maintenance is off: everyone can save again.',
      })
      expect(await world.visitor.api.system.maintenance()).toBeNull()
      expect(await api.system.switchMaintenance({ body: { until: null, reason: '' } })).toEqual({
        result: 0,
        message: 'Maintenance is not on.',
      })
    }))

  test('a save is refused with its kind, and accepted at the moment it ends, which needs nobody', () =>
    withServer(async (world) => {
      const { office } = await switchedOn(world)
      const save = async () =>
        (await world.as(office)).api.keywords.add({ body: { name: 'Ice', sort: null } })
      world.at('2027-07-20T19:59:59.999Z')
      await expect(save()).rejects.toMatchObject({ kind: 'maintenance' } satisfies Partial<Fault>)
      expect(await world.db.selectFrom('keywords').selectAll().execute()).toEqual([])
      world.at(UNTIL)
      expect(await save()).toMatchObject({ result: 1 })
    }))

  test('asking for it keeps no session alive', () =>
    withServer(async (world) => {
      world.at(NOW)
      const { request } = await world.as(await aUser(world.ctx(), ['admin']))
      world.at('2027-07-20T10:30:00.000Z')
      expect((await request('GET', '/api/maintenance')).json()).toBeNull()
      world.at('2027-07-20T11:00:01.000Z')
      expect((await request('GET', '/api/login_user')).json()).toBe(0)
    }))

  test('scheduled work that writes to people waits', () =>
    withServer(async (world) => {
      let done = 0
      const work = unlessMaintenance(world.services, async () => void done++)
      await switchedOn(world)
      await work()
      expect(done).toBe(0)
      world.at(UNTIL)
      await work()
      expect(done).toBe(1)
    }))
})

describe('switching it on', () => {
  test.each([
    ['2027-07-20T09:00:00Z', 'This time has passed.'],
    ['2027-07-27T09:00:01Z', 'Maintenance can last 7 days at most.'],
    ['tonight', 'This field must be a date and a time.'],
  ])('until %s is refused at the field', (until, why) =>
    withServer(async (world) => {
      world.at(NOW)
      const { api } = await world.as(await aUser(world.ctx(), ['admin']))
      await expect(api.system.switchMaintenance({ body: { until, reason: '' } })).rejects.toMatchObject({
        kind: 'invalid',
        errors: { until: [why] },
      })
    }),
  )

  test('again changes until when, and the audit log has both', () =>
    withServer(async (world) => {
      const { api } = await switchedOn(world)
      await api.system.switchMaintenance({ body: { until: '2027-07-20T21:30:00+01:00', reason: 'Longer' } })
      const after = { until: '2027-07-20T20:30:00.000Z', reason: 'Longer' }
      expect(await api.system.maintenance()).toEqual(after)
      const { data } = await api.audit.list({ query: { action: 'maintenance.on' } })
      const changed = data[0]!.changes.map(({ field, before, after }) => [field, before, after])
      expect(changed.sort()).toEqual([
        ['Reason', 'New disks', 'Longer'],
        ['Until', '2027-07-20 20:00 UTC', '2027-07-20 20:30 UTC'],
      ])
    }))

  test('counts who else saved something in the last 15 minutes, not who signed in', () =>
    withServer(async (world) => {
      world.at('2027-07-19T09:00:00Z')
      await aTerm(world.ctx())
      const viewer = await aUser(world.ctx(), ['admin'])
      const others = [await aUser(world.ctx(), ['admin']), await aUser(world.ctx(), ['admin'])]
      world.at(NOW)
      const entry = (user_id: number, action: string, at: string) =>
        world.db.insertInto('audit_entries').values({ user_id, action, at, object_type: 'user' }).execute()
      await entry(viewer.id, 'user.edit', NOW)
      await entry(others[0]!.id, 'user.edit', '2027-07-20T08:45:00Z')
      await entry(others[0]!.id, 'user.edit', NOW)
      await entry(others[1]!.id, 'user.login', NOW)
      await entry(others[1]!.id, 'user.edit', '2027-07-20T08:44:59Z')
      expect(await countWorkingUsers(world.db, viewer.id, new Date('2027-07-20T08:45:00Z'))).toBe(1)
      expect((await (await world.as(viewer)).api.system.show()).working).toBe(1)
    }))
})
