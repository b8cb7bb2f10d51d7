import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import { aTerm, aUser } from './builders/people.ts'
import { openApi } from './platform/http/openapi/document.ts'
import { VERSION } from './platform/version.ts'
import { databaseUrl } from './testing/database_server.ts'
import { withParallelServer, withServer } from './testing/test_server.ts'

/** How long is waited for what happens soon. */
const WAIT = { timeout: 60_000 }

describe('any request', () => {
  test.each([
    ['GET', '/api/nothing', 404, 'Not Found'],
    ['GET', '/api/applicants/0', 404, 'Not Found'],
    ['GET', '/api/applicants/-1', 404, 'Not Found'],
    ['GET', '/api/applicants/1.5', 404, 'Not Found'],
    ['GET', '/api/applicants/1e2', 404, 'Not Found'],
    ['GET', '/api/applicants/0x1F', 404, 'Not Found'],
    ['GET', '/api/applicants/abc', 404, 'Not Found'],
    ['GET', '/api/applicants/99999999999', 404, 'Not Found'],
    ['GET', '/api/masters/formArray/nothing', 404, 'Not Found'],
  ] as const)('%s %s answers %i', (method, path, status, message) =>
    withServer(async ({ ctx, as }) => {
      const visit = await as(await aUser(ctx(), ['admin']))
      const answer = await visit.request(method, path)
      expect([answer.statusCode, answer.json()]).toEqual([status, { message }])
    }),
  )

  test('with a malformed filter says which, and ignores fields it does not know', () =>
    withServer(async ({ ctx, as }) => {
      await aTerm(ctx())
      const { request } = await as(await aUser(ctx(), ['admin']))
      const bad = await request('GET', '/api/applicants?page=0&per_page=101&term_id=x')
      expect(bad.statusCode).toBe(400)
      const no = ['This value cannot be used here.']
      expect(bad.json().errors).toEqual({ page: no, per_page: no, term_id: no })
      expect((await request('GET', '/api/applicants?colour=red&per_page=100')).statusCode).toBe(200)
    }))

  test('with a body that is not JSON or has another type is refused', () =>
    withServer(async ({ visitor }) => {
      const send = (type: string, body: string) =>
        visitor.request('POST', '/api/admin/login', body, { 'content-type': type })
      expect((await send('application/json', '{"email":')).statusCode).toBe(400)
      expect((await send('application/json', '[]')).statusCode).toBe(400)
      expect((await send('application/json', 'null')).statusCode).toBe(400)
      expect((await send('application/xml', '<a/>')).statusCode).toBe(415)
      expect((await send('application/json', `"${'x'.repeat(9_000_000)}"`)).statusCode).toBe(413)
      // Public endpoints have a small limit.
      expect((await send('application/json', `"${'x'.repeat(70_000)}"`)).statusCode).toBe(413)
    }))

  test('that fails internally does not reveal why', () =>
    withParallelServer(async ({ db, visitor }) => {
      await db.schema.alterTable('terms').renameTo('lost').execute()
      const answer = await visitor.request('GET', '/api/masters/getTerm')
      expect([answer.statusCode, answer.json()]).toEqual([500, { message: 'Server Error' }])
    }))

  test('answers 503 while the database is down and normally afterwards, without a restart', () =>
    withParallelServer(async ({ db, visitor, services }) => {
      const { buildApp } = await import('./app.ts')
      const { openDatabase } = await import('./platform/database/database.ts')
      const name = (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]!.name
      const other = openDatabase(databaseUrl(inject('databaseServer'), name), { max: 2 })
      const app = await buildApp({ ...services, db: other.db })
      const ask = async () => {
        const { statusCode, headers, body } = await app.inject('/readyz')
        return [statusCode, headers['retry-after'] ?? null, JSON.parse(body)]
      }
      expect(await ask()).toEqual([200, null, { status: 'ok' }])
      // Ends all connections: in use, in the middle of a query, and idle.
      const asleep = expect(sql`select pg_sleep(60)`.execute(other.db)).rejects.toThrow()
      await expect
        .poll(
          async () =>
            (
              await sql`select from pg_stat_activity where datname = current_database()
                and query like '%sleep(60)%' and state = 'active' and pid <> pg_backend_pid()`.execute(db)
            ).rows.length,
          WAIT,
        )
        .toBe(1)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`.execute(db)
      await asleep
      await expect.poll(async () => (await ask())[0], WAIT).toBe(200)
      const away = await buildApp({ ...services, db: openDatabase('postgres://nobody@127.0.0.1:1/none').db })
      const answer = await away.inject('/api/masters/getTerm')
      expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5'])
      expect((await away.inject('/healthz')).statusCode).toBe(200)
      expect((await away.inject('/readyz')).statusCode).toBe(503)
      expect((await visitor.request('GET', '/readyz')).statusCode).toBe(200)
      await Promise.all([away.close(), app.close(), other.close()])
    }))

  test.each([
    [0, '127.0.0.1'],
    [1, '203.0.113.7'],
    [['loopback'], '203.0.113.7'],
    [['10.0.0.0/8'], '127.0.0.1'],
  ])('behind %j proxies comes from %s, whatever the visitor wrote into the header', (trustProxy, ip) =>
    withServer(async ({ services }) => {
      const { buildApp } = await import('./app.ts')
      const app = await buildApp({ ...services, config: { ...services.config, trustProxy } })
      app.get('/from', async (request) => request.ip)
      const headers = { 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }
      expect((await app.inject({ url: '/from', headers })).body).toBe(ip)
      await app.close()
    }),
  )

  test('denies the browser features that no page needs', () =>
    withServer(async ({ visitor }) => {
      const { headers } = await visitor.request('GET', '/login')
      expect(headers).toMatchObject({
        'x-frame-options': 'DENY',
        'x-content-type-options': 'nosniff',
        'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("style-src 'self'")
      expect(policy).not.toContain('unsafe')
    }))

  test('allows the documentation page its one inline script, and no other', () =>
    withServer(async ({ visitor }) => {
      const { headers, body } = await visitor.request('GET', '/api/docs/')
      const nonce = /<script nonce="([0-9a-f]{32})">\s+Scalar[.]/u.exec(body)![1]!
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain(`script-src 'self' 'nonce-${nonce}';`)
      expect(policy).toContain("style-src 'self' 'unsafe-inline';")
      expect(body.match(/<script/gu)).toHaveLength(2)
      const settings = body.replace(/\s/gu, '')
      for (const service of ['agent', 'mcp']) expect(settings).toContain(`"${service}":{"disabled":true}`)
    }))

  test('beyond the limit per minute is refused with the time to wait', () =>
    withServer(async ({ visitor, services }) => {
      const { buildApp } = await import('./app.ts')
      const app = await buildApp({ ...services, config: { ...services.config, rateLimit: 2 } })
      const call = () => app.inject('/api/login_user')
      const answers = [await call(), await call(), await call()]
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 429])
      expect(Number(answers[2]!.headers['retry-after'])).toBeGreaterThan(0)
      expect((await visitor.request('GET', '/api/login_user')).statusCode).toBe(200)
      await app.close()
    }))
})

test('the documentation describes every endpoint of this version', () => {
  const { paths, info } = openApi(contract)
  expect(info.version).toBe(VERSION)
  const described = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0)
  const calls = Object.values(contract).reduce((sum, area) => sum + Object.keys(area).length, 0)
  expect(described).toBe(calls)
})
