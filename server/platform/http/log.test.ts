import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contract } from '#domain/contract.ts'
import type { Contract, Endpoint } from '#domain/endpoint.ts'
import { buildApp } from '../../app.ts'
import { aUser } from '../../builders/people.ts'
import { anApp } from '../../builders/second_factor.ts'
import { hashPassword } from '../../session/password_hash.ts'
import { browserCookies, type TestServer, withParallelServer, withServer } from '../../testing/test_server.ts'
import type { Services } from '../context.ts'
import { inRepository } from '../repository.ts'
import { loggedAddress } from './log.ts'

test.each([
  ['/password/reset/s3cret?email=a@example.org', undefined, '/password/reset/…?email'],
  ['/api/downloads/s3cret/x.csv', '/api/downloads/:token/:name', '/api/downloads/…/…'],
  ['/myprofile?x=1&confirm=s3cret&y=2', '/*', '/myprofile?x&confirm&y'],
  ['/api/proposals/12', '/api/proposals/:id', '/api/proposals/12'],
  ['/api/proposals/Yamada', '/api/proposals/:id', '/api/proposals/…'],
  ['/api/search?q=Yamada', '/api/search', '/api/search?q'],
  [
    '/api/people?name=Ya?mada&status%5B%5D=1&status[3]=2',
    '/api/people',
    '/api/people?name&status[]&status[3]',
  ],
  ['/users?yamada&Yamada=1&Yamada%20Taro=&zoe@example.org', undefined, '/users?…'],
  ['/users/detail/3#zoe', undefined, '/users/detail/3'],
  ['/users/detail/yamada', undefined, '/users/detail/…'],
  ['/yamada/taro', undefined, '(unknown path)'],
  ['/users/zoe%40example.org', '*', '(unknown path)'],
  ['/assets/yamada.js', '/*', '/assets/…'],
])('%s at the route %s is logged as %s', (url, route, logged) =>
  expect(loggedAddress(url, route)).toBe(logged),
)

type App = Awaited<ReturnType<typeof buildApp>>
type Line = Record<string, unknown> & { level: number; msg?: string; req?: Record<string, unknown> }

/** What a server over `services` logs while `work` talks to it. */
async function logOf(services: Services, work: (app: App) => Promise<unknown>) {
  const lines: string[] = []
  const stream = { write: (line: string) => void lines.push(line) }
  const app = await buildApp(services, { level: 'info', stream })
  await work(app)
  await app.close()
  return { text: lines.join(''), lines: lines.map((line) => JSON.parse(line) as Line) }
}

test('a request is one line in the log with its URL and status', () =>
  withServer(async ({ services }) => {
    const { lines } = await logOf(services, (app) => app.inject('/api/proposals?name=Yamada'))
    expect(lines).toEqual([
      expect.objectContaining({
        req: { method: 'GET', url: '/api/proposals?name' },
        res: { statusCode: 401 },
        responseTime: expect.any(Number),
      }),
    ])
  }))

test('a request has the id of who sent it, and of the user an administrator acts as', () =>
  withServer(async (world) => {
    const admin = await aUser(world.ctx(), ['admin'])
    const reviewer = await aUser(world.ctx(), ['reviewer'])
    const { cookie, api } = await world.as(admin)
    const ask = () =>
      logOf(world.services, (app) => app.inject({ url: '/api/login_user', headers: { cookie } }))
    expect((await ask()).lines[0]!.req).toMatchObject({ user: admin.id })
    await api.acting.start({ params: { id: reviewer.id } })
    expect((await ask()).lines[0]!.req).toMatchObject({ user: admin.id, acting_as: reviewer.id })
  }))

/** Posts as a visitor, from an address. */
const post = (app: App, url: string, payload: object, remoteAddress = '203.0.113.7') => {
  const { cookie, csrf } = browserCookies()
  const headers = { cookie, 'x-xsrf-token': csrf, 'user-agent': 'canary', referer: '/canary' }
  return app.inject({ method: 'POST', url, headers, payload, remoteAddress })
}
const signIn = (app: App, remoteAddress: string, typed: object) =>
  post(app, '/api/admin/login', typed, remoteAddress)

/** Words that someone typed anywhere in it are canaries. */
const CANARY = /canary/iu

test('no name, e-mail address, search word or text of a request is in the log, nor a token', () =>
  withServer(async (world) => {
    const admin = await aUser(world.ctx(), ['admin'], {
      email: 'canary.admin@example.org',
      last_name: 'Canary',
    })
    const { cookie } = await world.as(admin)
    const { text, lines } = await logOf(world.services, async (app) => {
      const asAdmin = { cookie }
      for (const url of [
        '/api/search?q=canary',
        '/api/people?name=canary&email=canary%40example.org',
        '/api/users?name=canary&sort=canary',
        '/api/proposals?id=canary',
        '/api/audit_log?user=canary@example.org',
        '/people?name=canary',
        '/password/reset/canary?email=canary@example.org',
        '/api/downloads/canary/x.csv',
        '/myprofile?confirm=canary',
        '/canary@example.org',
        '/canary/canary',
        '/people?canary',
        '/users/detail/canary',
        '/api/users/canary',
        '/api/canary',
        '/assets/canary.js',
        '/%canary',
      ])
        await app.inject({ url, headers: asAdmin })
      const typed = { email: 'canary@example.org', password: 'canary canary' }
      await post(app, '/api/admin/login', typed)
      await post(app, '/api/admin/login', { ...typed, email: admin.email })
      await post(app, '/api/password/request', { email: 'canary@example.org' })
      await post(app, '/api/applicants/create', {
        title: 'canary',
        email: 'canary@',
        last_name: 'Canary',
      })
      await post(app, '/api/admin/login', { email: ['canary'] })
    })
    expect(lines.length).toBeGreaterThan(14)
    expect(text).not.toMatch(CANARY)
    expect(text).not.toContain('@example.org')
  }))

/** The names of the fields that an endpoint takes. */
const fieldsOf = (body: z.ZodType) =>
  Object.keys(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }).properties ?? {})

/** A request with the same text in each field, and a file with it, as JSON or as a form. */
async function filledWith(text: string, { takes, body }: Endpoint) {
  const values = Object.fromEntries(fieldsOf(body).map((name) => [name, text]))
  if (takes !== 'multipart') return { type: 'application/json', payload: JSON.stringify(values) }
  const form = new FormData()
  for (const name of Object.keys(values)) {
    form.append(name, text)
    form.append(name, new File([text], `${text}.pdf`, { type: 'application/pdf' }))
  }
  const sent = new Response(form)
  return { type: sent.headers.get('content-type')!, payload: Buffer.from(await sent.arrayBuffer()) }
}

test('nothing that a write sends is in the log', () =>
  withServer(async (world) => {
    const admin = await aUser(world.ctx(), ['admin', 'panel', 'reviewer', 'proposer'], {
      last_name: 'Canary',
    })
    const { cookie } = await world.as(admin)
    const [, csrf] = /XSRF-TOKEN=([^;]+)/u.exec(cookie)!
    const writes = Object.values(contract as Contract)
      .flatMap((area) => Object.values(area))
      .filter(({ method, path }) => method !== 'GET' && !path.endsWith('/logout'))
    const { text, lines } = await logOf(world.services, async (app) => {
      for (const endpoint of writes) {
        const { type, payload } = await filledWith('canary', endpoint)
        const headers = { cookie, 'x-xsrf-token': csrf, 'content-type': type }
        const method = endpoint.method as 'POST'
        for (const value of ['1', 'canary'])
          await app.inject({ method, url: endpoint.path.replace(/:\w+/gu, value), headers, payload })
      }
    })
    expect(lines.length).toBeGreaterThanOrEqual(2 * writes.length)
    expect(text).not.toMatch(CANARY)
  }))

test('an error is logged by what it is and where it arose, without the values in it', () =>
  withParallelServer(async ({ services, db }) => {
    const values = { last_name: 'Canary', first_name: 'Canary', email: 'canary@example.org' }
    const errors = [
      () => db.insertInto('users').values([values, values]).execute(),
      () =>
        db
          .selectFrom('users')
          .select('id')
          .where('id', '=', 'canary' as never)
          .execute(),
      () => JSON.parse('{"name": canary}'),
      () => {
        throw new Error('No mail to canary@example.org')
      },
      () => {
        throw new Error('Not stored', { cause: new Error('canary@example.org') })
      },
    ]
    const { text, lines } = await logOf(services, async (app) => {
      for (const fail of errors) {
        const error = await Promise.resolve()
          .then(fail)
          .catch((thrown: unknown) => thrown)
        app.log.error(error)
        app.log.error({ err: error })
        app.log.error({ err: error }, 'It failed.')
      }
    })
    expect(text).not.toMatch(CANARY)
    expect(lines).toHaveLength(15)
    expect(lines[0]).toMatchObject({
      level: 50,
      err: {
        type: 'DatabaseError',
        code: '23505',
        constraint: expect.stringMatching(/^users_/u),
        stack: expect.stringContaining('log.test.ts'),
      },
      msg: expect.stringContaining('duplicate key value violates unique constraint "users_'),
    })
    expect(lines[3]).toMatchObject({ msg: expect.stringContaining('for type integer: "…"') })
    expect(lines[14]).toMatchObject({ msg: 'It failed.', err: { cause: { message: '…@…' } } })
  }))

/** The expression of a filter of fail2ban, with its tag for an address. */
function failregex() {
  const filter = readFileSync(inRepository('deploy/fail2ban/filter.d/ao.conf'), 'utf8')
  const [, source = ''] = /^failregex = (.*)$/mu.exec(filter) ?? []
  return new RegExp(source.replace('<ADDR>', '(?<address>[0-9a-f.:]+)'), 'u')
}

async function addressesThatFailed(world: TestServer, work: (app: App) => Promise<unknown>) {
  const { lines } = await logOf(world.services, work)
  const texts = lines.map((line) => JSON.stringify(line))
  return texts.flatMap((text) => failregex().exec(text)?.groups?.address ?? [])
}

test('a failed sign-in is a line with its address that the filter of fail2ban finds, and no other is', () =>
  withServer(async (world) => {
    const forged = '"msg":"Failed sign-in from 192.0.2.1"}'
    const found = await addressesThatFailed(world, async (app) => {
      await signIn(app, '203.0.113.7', { email: 'zoe@example.org', password: 'wrong' })
      await signIn(app, '::ffff:203.0.113.8', { email: forged, password: 'wrong' })
      await signIn(app, '2001:db8::7', { email: 'zoe@example.org', password: 'wrong' })
      await app.inject({ url: `/api/search?q=${encodeURIComponent(forged)}` })
      await app.inject({ url: `/${forged}`, headers: { 'user-agent': forged } })
    })
    expect(found).toEqual(['203.0.113.7', '203.0.113.8', '2001:db8::7'])
  }))

test('a sign-in refused because there were too many is such a line too', () =>
  withServer(async (world) => {
    const attempt = { email: 'zoe@example.org', password: 'wrong' }
    const found = await addressesThatFailed(world, async (app) => {
      for (let n = 0; n < 8; n++) await signIn(app, '203.0.113.7', attempt)
    })
    expect(found).toEqual(Array(8).fill('203.0.113.7'))
  }))

test('a failed second step is such a line too', () =>
  withServer(async (world) => {
    const password = 'correct horse battery'
    const user = await aUser(world.ctx(), ['panel'], { password_hash: await hashPassword(password) })
    await anApp(world.ctx(), user)
    const found = await addressesThatFailed(world, async (app) => {
      const { csrf, cookie } = browserCookies()
      const begun = await signIn(app, '203.0.113.7', { email: user.email, password })
      const [pending] = begun.cookies.filter(({ name }) => name === 'ao_sign_in')
      await app.inject({
        method: 'POST',
        url: '/api/admin/login/second',
        headers: { cookie: `${cookie}; ao_sign_in=${pending!.value}`, 'x-xsrf-token': csrf },
        payload: { method: 'totp', code: '000000' },
        remoteAddress: '203.0.113.9',
      })
    })
    expect(found).toEqual(['203.0.113.9'])
    const failures = await world.db.selectFrom('audit_entries').select('action').orderBy('id').execute()
    expect(failures.at(-1)!.action).toBe('user.fail_second_factor')
  }))
