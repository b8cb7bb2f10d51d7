import { describe, expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { READ_ONLY_WHILE_IMPERSONATING, SHOWN_USER_HEADER } from '#domain/impersonation/refusals.ts'
import { aConflict } from '../builders/conflicts.ts'
import { aUser } from '../builders/people.ts'
import { createConflictedUser } from '../testing/allocation.ts'
import { digestTables } from '../testing/matrix/digest.ts'
import { createReport, errorKindOf, findMails } from '../testing/reviews.ts'
import { type TestClient, type TestServer, withServer } from '../testing/test_server.ts'

const lines = Object.values<Record<string, Endpoint>>(contract).flatMap((area) => Object.values(area))
/** What the acting administrator can still do: stop, and sign out. */
const OPEN = ['/api/stop_acting', '/api/admin/logout']

/** A call with a submitted report, and the browser of an administrator who has no conflict. */
async function office(world: TestServer) {
  world.at(world.services.clock())
  const made = await createReport(world, 3)
  const visit = await world.as(made.admin)
  const actAs = ({ id }: { id: number }) => visit.api.acting.start({ params: { id } })
  return { ...made, visit, api: visit.api, actAs }
}

describe('an impersonating administrator', () => {
  test('sees what the user sees, is named, and can stop', () =>
    withServer(async (world) => {
      const { api, actAs, admin, reviewer, report_id } = await office(world)
      const before = await api.session.loginUser()
      expect(await actAs(reviewer)).toMatchObject({ result: 1 })
      expect(await api.session.loginUser()).toMatchObject({
        id: reviewer.id,
        role: ['reviewer'],
        acting: { id: admin.id, name: admin.name },
      })
      expect((await api.reports.assigned()).data.map(({ id }) => id)).toEqual([report_id])
      expect(await errorKindOf(api.users.list())).toBe('forbidden')
      expect(await api.acting.stop()).toMatchObject({ result: 1 })
      expect(await api.session.loginUser()).toEqual(before)
      const entries = await world.db
        .selectFrom('audit_entries')
        .select(['action', 'user_id', 'object_id', 'after'])
        .where('action', 'in', ['user.act_as', 'user.stop_acting'])
        .orderBy('id')
        .execute()
      const entry = { user_id: admin.id, object_id: reviewer.id }
      expect(entries).toMatchObject([
        { ...entry, action: 'user.act_as', after: { until: expect.any(String) } },
        { ...entry, action: 'user.stop_acting' },
      ])
    }))

  test('cannot write through any endpoint, and gets no file', () =>
    withServer(async (world) => {
      const { actAs, visit } = await office(world)
      const user = await aUser(world.ctx(), ['panel', 'reviewer', 'proposer'])
      expect(await actAs(user)).toMatchObject({ result: 1 })
      const digest = await digestTables(world.db)
      const before = await digest()
      for (const { method, path, gives, whileImpersonating, anonymous } of lines) {
        if (OPEN.includes(path)) continue
        const at = path.replace(':userId', String(user.id)).replace(/:(\w+)/gu, '1')
        const { statusCode, payload } = await visit.request(method, at, method === 'GET' ? undefined : {})
        // What answers without looking up a session answers an impersonating administrator as everyone.
        if (method === 'GET' && (anonymous || (gives === 'json' && whileImpersonating)))
          expect([path, statusCode < 500]).toEqual([path, true])
        else
          expect([method, path, statusCode, payload]).toEqual([
            method,
            path,
            403,
            expect.stringContaining(READ_ONLY_WHILE_IMPERSONATING),
          ])
      }
      expect(await digest()).toEqual(before)
    }))

  test('gets no download link either', () =>
    withServer(async (world) => {
      const { actAs, api } = await office(world)
      await actAs(await aUser(world.ctx(), ['panel']))
      for (const call of [api.staff.download, api.users.mailList])
        await expect(call()).rejects.toMatchObject({ kind: 'forbidden' })
    }))

  test('signs out completely, and is themselves again after half an hour', () =>
    withServer(async (world) => {
      const { actAs, api, admin, reviewer } = await office(world)
      await actAs(reviewer)
      world.at(new Date(+world.services.clock() + 29 * 60_000))
      expect(await api.session.loginUser()).toMatchObject({ id: reviewer.id })
      world.at(new Date(+world.services.clock() + 60_000))
      expect(await api.session.loginUser()).toMatchObject({ id: admin.id })
      expect(await api.session.loginUser()).not.toHaveProperty('acting')
      await actAs(reviewer)
      expect(await api.session.logout()).toEqual({ success: true })
      expect(await api.session.loginUser()).toBe(0)
    }))

  test('is announced to the user by mail, unless the setting is off', () =>
    withServer(async (world) => {
      const { actAs, api, admin, reviewer } = await office(world)
      await actAs(reviewer)
      const told = await findMails(world, 'acted_as')
      expect(told).toMatchObject([{ recipients: [reviewer.email] }])
      expect(told[0]!.body).toContain(`${admin.name} (${admin.email}) is viewing the system as you`)
      await api.acting.stop()
      const { setup: _, ...settings } = await api.masters.settings()
      await api.masters.saveSettings({ body: { ...settings, tell_acting: false } })
      await actAs(reviewer)
      expect(await findMails(world, 'acted_as')).toHaveLength(1)
    }))
})

describe('a tab that was opened', () => {
  /** The answer to what a tab of this user sends, and whether anything was written. */
  async function sent({ world, visit, user }: { world: TestServer; visit: TestClient; user: number | null }) {
    const headers: Record<string, string> = user === null ? {} : { [SHOWN_USER_HEADER]: String(user) }
    const count = async () =>
      (
        await world.db
          .selectFrom('audit_entries')
          .select('id')
          .where('action', '=', 'user.choose_view')
          .execute()
      ).length
    const before = await count()
    const { statusCode, payload } = await visit.request('PUT', '/api/list_views', { users: 'list' }, headers)
    return { status: statusCode, message: JSON.parse(payload).message, wrote: (await count()) > before }
  }

  test.each([
    ['as the user, after Stop in another tab', 'panel', 403, /reload the page/u],
    ['as someone who was signed in before', 'stranger', 403, /reload the page/u],
    ['as the administrator', 'admin', 200, /chosen/u],
    ['by a program that names nobody', 'nobody', 200, /chosen/u],
  ] as const)('%s', (_, who, status, message) =>
    withServer(async (world) => {
      const { actAs, visit, admin, api } = await office(world)
      const panel = await aUser(world.ctx(), ['panel'])
      await actAs(panel)
      await api.acting.stop()
      const user = { panel: panel.id, stranger: 2_000_000_000, admin: admin.id, nobody: null }[who]
      expect(await sent({ world, visit, user })).toEqual({
        status,
        message: expect.stringMatching(message),
        wrote: status === 200,
      })
    }),
  )

  test('as the administrator writes nothing after Start in another tab, and may after Stop', () =>
    withServer(async (world) => {
      const { actAs, visit, admin, api } = await office(world)
      await actAs(await aUser(world.ctx(), ['panel']))
      const tab = { world, visit, user: admin.id }
      expect(await sent(tab)).toEqual({ status: 403, message: READ_ONLY_WHILE_IMPERSONATING, wrote: false })
      await api.acting.stop()
      expect(await sent(tab)).toMatchObject({ status: 200, wrote: true })
    }))

  test('as the user can stop after the time is over, and sign out', () =>
    withServer(async (world) => {
      const { actAs, visit, reviewer } = await office(world)
      await actAs(reviewer)
      world.at(new Date(+world.services.clock() + 31 * 60_000))
      const headers = { [SHOWN_USER_HEADER]: String(reviewer.id) }
      for (const path of ['/api/stop_acting', '/api/admin/logout'])
        expect((await visit.request('POST', path, {}, headers)).statusCode).toBe(200)
    }))
})

describe('no one can impersonate', () => {
  test('themselves, another administrator, a disabled or an unknown user', () =>
    withServer(async (world) => {
      const { actAs, admin } = await office(world)
      const other = await aUser(world.ctx(), ['admin', 'reviewer'])
      const disabled = await aUser(world.ctx(), ['panel'], { disabled: true })
      for (const user of [admin, other, disabled]) expect(await actAs(user)).toMatchObject({ result: 0 })
      await expect(actAs({ id: 2_000_000_000 })).rejects.toMatchObject({ kind: 'missing' })
    }))

  test.each(['takes part', 'declared'])(
    'panel or reviewer with a conflict (%s), not even one that comes meanwhile',
    (way) =>
      withServer(async (world) => {
        const { office: desk, proposal_id, reviewer, proposer } = await office(world)
        const panel = await aUser(world.ctx(), ['panel'])
        const elsewhere = await aUser(world.ctx(), ['reviewer'])
        const admin = await aUser(world.ctx(), ['admin'])
        const early = await world.as(admin)
        const start = ({ id }: { id: number }, { api } = early) => api.acting.start({ params: { id } })
        expect(await start(reviewer)).toMatchObject({ result: 1 })
        const own = way === 'declared' ? admin : await createConflictedUser(world, proposal_id)
        if (way === 'declared') await aConflict(desk, { proposal_id, user_id: admin.id })
        const visit = own === admin ? early : await world.as(own)
        // The proposal makes no difference: the refusal does not reveal who reviews it.
        if (own === admin) expect(await visit.api.session.loginUser()).toMatchObject({ id: admin.id })
        for (const user of [reviewer, elsewhere, panel]) {
          const { result, message } = await start(user, visit)
          expect([result, message]).toEqual([0, expect.stringContaining('conflict of interest')])
        }
        if (own === admin) {
          expect(await start(proposer, visit)).toMatchObject({ result: 1 })
          expect(JSON.stringify(await visit.api.proposals.mine())).not.toContain('score')
        }
      }),
  )
})
