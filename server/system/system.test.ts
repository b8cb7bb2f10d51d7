import { describe, expect, test } from 'vitest'
import { aTerm, aUser } from '../builders/people.ts'
import { aSubmittedProposal } from '../builders/proposals.ts'
import { VERSION } from '../platform/version.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { refreshChecks } from './check_results.ts'
import { recordServedVersion } from './service.ts'
import { recordDailySizes } from './sizes.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const NOW = '2027-07-20T09:00:00.000Z'

const asOffice = async (world: TestServer) => (await world.as(await aUser(world.ctx(), ['admin']))).api

describe('the System page', () => {
  test('tells the truth of a database in which nothing has happened', () =>
    withServer(async (world) => {
      const api = await asOffice(world)
      expect(await api.system.show()).toMatchObject({
        version: VERSION,
        version_since: null,
        mail: { failed: 0, waiting: 0, sent: 0, failure: '' },
        backup: { last: null, failed_at: null, overdue: false, demonstration: false },
        seal: { at: null, broken: null },
        sessions: 1,
        sized_days: 0,
        maintenance: null,
        working: 0,
        deadlines: [],
      })
    }))

  test('counts mails of the last seven days, and says why the last one failed', () =>
    withServer(async (world) => {
      world.at(NOW)
      const api = await asOffice(world)
      const mail = { kind: 'registration', recipients: ['x@example.org'], subject: 'X', body: '' }
      await world.db
        .insertInto('mails')
        .values([
          { ...mail, state: 'sent', sent_at: '2027-07-13T09:00:00Z' },
          { ...mail, state: 'sent', sent_at: '2027-07-13T08:59:59Z' },
          { ...mail, state: 'waiting' },
          { ...mail, state: 'failed', last_error: 'Later', due_at: '2027-07-20T08:52:00Z' },
          { ...mail, state: 'failed', last_error: 'Earlier', due_at: '2027-07-20T08:40:00Z' },
        ])
        .execute()
      expect((await api.system.show()).mail).toEqual({ failed: 2, waiting: 1, sent: 1, failure: 'Later' })
    }))

  test('leaves out mails about a proposal that the viewer has a conflict with', () =>
    withServer(async (world) => {
      await aTerm(world.ctx())
      const viewer = await aUser(world.ctx(), ['admin'])
      const { proposal_id } = await aSubmittedProposal(world.ctx(viewer))
      await world.db.deleteFrom('mails').execute()
      await world.db
        .insertInto('mails')
        .values({
          kind: 'review_request',
          recipients: ['x@example.org'],
          subject: 'X',
          body: '',
          state: 'failed',
          last_error: 'Secret',
          proposal_ids: [proposal_id],
        })
        .execute()
      const { api } = await world.as(viewer)
      expect((await api.system.show()).mail).toMatchObject({ failed: 1, failure: 'Secret' })
      await world.db
        .insertInto('conflicts')
        .values({ proposal_id, user_id: viewer.id, reason: '', declared_by: viewer.id })
        .execute()
      expect((await api.system.show()).mail).toMatchObject({ failed: 0, failure: '' })
    }))

  test('names the coming deadlines of the open call', () =>
    withServer(async (world) => {
      const { noi_closes_at, proposals_close_at, reviews_due_at, id } = await aTerm(world.ctx())
      const api = await asOffice(world)
      expect((await api.system.show()).deadlines).toEqual([
        { label: 'Notices close', at: noi_closes_at },
        { label: 'Proposals close', at: proposals_close_at },
        { label: 'Reviews are due', at: reviews_due_at },
      ])
      await world.db.updateTable('terms').set({ disabled: true }).where('id', '=', id).execute()
      expect((await api.system.show()).deadlines).toEqual([])
    }))

  test('says since when this version serves, and again after another one', () =>
    withServer(async (world) => {
      const api = await asOffice(world)
      const since = async (at: string) => {
        world.at(at)
        await recordServedVersion(world.services)
        world.at(new Date())
        return (await api.system.show()).version_since
      }
      expect(await since('2027-01-01T00:00:00Z')).toBe('2027-01-01T00:00:00.000Z')
      expect(await since('2027-02-01T00:00:00Z')).toBe('2027-01-01T00:00:00.000Z')
      await world.db.insertInto('served_versions').values({ version: '0.0.1', since: NOW }).execute()
      expect((await api.system.show()).version_since).toBeNull()
      expect(await since('2027-03-01T00:00:00Z')).toBe('2027-03-01T00:00:00.000Z')
    }))
})

describe('sizes', () => {
  test('are recorded once a day, and grow in a year as in the recorded days', () =>
    withServer(async (world) => {
      world.at(NOW)
      const api = await asOffice(world)
      await recordDailySizes(world.services)
      await recordDailySizes(world.services)
      const [today, ...more] = await world.db.selectFrom('daily_sizes').selectAll().execute()
      expect([today!.day, more]).toEqual(['2027-07-20', []])
      const growth = async (days: number) => {
        const day = new Date(Date.parse('2027-07-20') - days * DAY_MS).toISOString().slice(0, 10)
        const earlier = { day, database: 1, files: 0, audit: 1, backups: 0 }
        await world.db.deleteFrom('daily_sizes').execute()
        await world.db.insertInto('daily_sizes').values(earlier).execute()
        const { sizes, sized_days } = await api.system.show()
        const database = sizes.find(({ key }) => key === 'database')!
        return [sized_days, database.growth === null ? null : database.growth / (database.bytes - 1)]
      }
      expect(await growth(29)).toEqual([29, null])
      expect(await growth(73)).toEqual([73, 5])
      expect(await growth(365)).toEqual([365, 1])
      expect(await growth(366)).toEqual([0, null])
    }))
})

describe('the checks', () => {
  test('run at most once a minute, and again when asked', () =>
    withServer(async (world) => {
      const start = Date.now()
      const setClock = (ms: number) => world.at(new Date(start + ms))
      setClock(0)
      const api = await asOffice(world)
      const times: string[] = []
      const ask = async (ms: number, again?: '1') => {
        setClock(ms)
        const { at, checks } = await api.system.checks({ query: { again } })
        expect(checks.length).toBeGreaterThan(5)
        times.push(String(Date.parse(at) - start))
      }
      await ask(0)
      await ask(59_999)
      await ask(60_000)
      await ask(64_999, '1')
      await ask(65_000, '1')
      expect(times).toEqual(['0', '0', '60000', '60000', '65000'])
    }))

  test('run once for all who ask at the same time', () =>
    withServer(async ({ services }) => {
      const runs = [refreshChecks(services), refreshChecks(services)]
      expect(runs[0]).toBe(runs[1])
      const [one, other] = await Promise.all(runs)
      expect(one).toBe(other)
      expect(refreshChecks(services)).not.toBe(runs[0])
      await refreshChecks(services)
    }))
})
