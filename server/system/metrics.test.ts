import type pg from 'pg'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../app.ts'
import { aTerm, aUser } from '../builders/people.ts'
import { openDatabase } from '../platform/database/database.ts'
import { VERSION } from '../platform/version.ts'
import { type TestServer, withServer } from '../testing/test_server.ts'
import { Metrics, metricsServer } from './metrics.ts'

const TOKEN = 'a token of sixteen'
const pool = { totalCount: 7, idleCount: 4, waitingCount: 2 } as pg.Pool

/** Metrics of a server of its own, and how a scraper asks for them. */
async function measured(world: TestServer, token?: string) {
  const metrics = new Metrics({ services: world.services, pools: { main: pool } })
  const app = await buildApp(world.services)
  metrics.observe(app)
  const server = metricsServer(metrics, { token })
  const scrape = (headers: Record<string, string> = {}) => server.inject({ url: '/metrics', headers })
  /** The lines of one metric. */
  const lines = async (name: string) =>
    (await scrape()).body
      .split('\n')
      .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
  return { app, scrape, lines, server }
}

describe('/metrics', () => {
  test.each(['Forwarded', 'X-Forwarded-For', 'X-Forwarded-Proto', 'X-Forwarded-Host', 'X-Real-IP', 'Via'])(
    'refuses what a proxy marks with %s',
    (header) =>
      withServer(async (world) => {
        const { scrape } = await measured(world, TOKEN)
        const reply = await scrape({ [header]: 'x', authorization: `Bearer ${TOKEN}` })
        expect([reply.statusCode, reply.body]).toEqual([403, '{"message":"Not through a proxy."}'])
      }),
  )

  test.each([
    ['none', {}, 401],
    ['another one', { authorization: 'Bearer another token of 16' }, 401],
    ['the token without its scheme', { authorization: TOKEN }, 401],
    ['the token', { authorization: `Bearer ${TOKEN}` }, 200],
  ])('wants its token: %s', (_, headers, status) =>
    withServer(async (world) => {
      const { scrape } = await measured(world, TOKEN)
      expect((await scrape(headers as Record<string, string>)).statusCode).toBe(status)
    }),
  )

  test('is not served beside the system, and serves nothing else', () =>
    withServer(async (world) => {
      const { app, server } = await measured(world)
      expect((await app.inject('/metrics')).body).not.toContain('ao_')
      expect((await server.inject('/api/login_user')).statusCode).toBe(404)
    }))

  test('counts requests by the pattern of their route, never by what was asked for', () =>
    withServer(async (world) => {
      const { app, lines, scrape } = await measured(world)
      for (const url of [
        '/api/proposals/63',
        '/api/proposals/64',
        '/api/proposals?name=Testova',
        '/maria@example.org',
      ])
        await app.inject(url)
      await app.inject({ url: '/healthz', method: 'PURGE' as 'GET' })
      const counts = await lines('http_request_duration_seconds_count')
      expect(new Set(counts)).toEqual(
        new Set([
          'http_request_duration_seconds_count{method="GET",route="/api/proposals",status="4xx"} 1',
          'http_request_duration_seconds_count{method="GET",route="/api/proposals/:id",status="4xx"} 2',
          expect.stringMatching(/\{method="GET",route="other",status="[24]xx"\} 1$/u),
          'http_request_duration_seconds_count{method="other",route="other",status="4xx"} 1',
        ]),
      )
      expect((await scrape()).body).not.toMatch(/Testova|maria|PURGE/u)
    }))

  test('tells the state of the system', () =>
    withServer(async (world) => {
      world.at('2027-07-20T09:00:00Z')
      await aTerm(world.ctx())
      const office = await aUser(world.ctx(), ['admin'])
      const { lines, scrape } = await measured(world)
      expect(await lines('ao_last_backup_timestamp_seconds')).toEqual([])
      expect(await lines('ao_failed_sign_ins_total')).toEqual(['ao_failed_sign_ins_total 0'])
      const at = { made_at: '2027-07-20T02:15:00Z', checked_at: '2027-07-20T02:16:00Z' }
      await world.db
        .insertInto('backups')
        .values({ ...at, file: 'x', bytes: 5 })
        .execute()
      await world.visitor.api.session.login({ body: { email: office.email, password: 'wrong password' } })
      const mail = {
        kind: 'registration',
        recipients: ['x@example.org'],
        subject: 'X',
        body: '',
        state: 'failed' as const,
      }
      await world.db.insertInto('mails').values([mail, mail]).execute()
      await (await world.as(office)).api.system.switchMaintenance({
        body: { until: '2027-07-20T10:00:00Z', reason: '' },
      })
      expect(await lines('ao_last_backup_timestamp_seconds')).toEqual([
        `ao_last_backup_timestamp_seconds ${Date.parse(at.made_at) / 1000}`,
      ])
      expect(await lines('ao_failed_sign_ins_total')).toEqual(['ao_failed_sign_ins_total 1'])
      expect((await lines('ao_mails')).sort()).toEqual([
        'ao_mails{state="failed"} 2',
        'ao_mails{state="sent"} 0',
        'ao_mails{state="waiting"} 0',
      ])
      expect(await lines('ao_sessions')).toEqual(['ao_sessions 1'])
      expect(await lines('ao_maintenance')).toEqual(['ao_maintenance 1'])
      expect(await lines('ao_database_connections')).toEqual([
        'ao_database_connections{pool="main",state="idle"} 4',
        'ao_database_connections{pool="main",state="active"} 3',
        'ao_database_connections{pool="main",state="waiting"} 2',
      ])
      expect(await lines('ao_build_info')).toEqual([
        `ao_build_info{version="${VERSION}",node="${process.versions.node}"} 1`,
      ])
      expect((await scrape()).body).toContain('nodejs_eventloop_lag_seconds')
      expect((await scrape()).body).toContain('process_resident_memory_bytes')
    }))

  test('is answered without a database, and says that it is away', () =>
    withServer(async (world) => {
      const { db, close } = openDatabase('postgresql://127.0.0.1:1/none')
      const metrics = new Metrics({ services: { ...world.services, db }, pools: {} })
      const body = (await metricsServer(metrics, { token: undefined }).inject('/metrics')).body
      expect(body).toContain('ao_database_up 0')
      expect(body).not.toMatch(/^ao_(sessions|mails|maintenance)[ {]/mu)
      await close()
    }))
})
