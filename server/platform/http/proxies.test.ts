import { spawn } from 'node:child_process'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { aUser } from '../../builders/people.ts'
import { hashPassword } from '../../session/password_hash.ts'
import { type TestServer, withServer } from '../../testing/test_server.ts'

const hashed = hashPassword('correct horse battery')
const CSRF = 'a'.repeat(43)

/** A proxy as nginx is by default: it adds the client's address to X-Forwarded-For and leaves the other headers. */
const PROXY = `
  const { createServer, request } = require('node:http')
  createServer((incoming, answer) => {
    const before = incoming.headers['x-forwarded-for']
    const own = process.env.CLIENT ?? incoming.socket.remoteAddress
    const headers = { ...incoming.headers, 'x-forwarded-for': before ? before + ', ' + own : own }
    const { method, url: path } = incoming
    const onward = request({ port: process.env.TO, host: '127.0.0.1', method, path, headers }, (reply) => {
      answer.writeHead(reply.statusCode, reply.headers)
      reply.pipe(answer)
    })
    incoming.pipe(onward)
  }).listen(0, '127.0.0.1', function () { console.log(this.address().port) })`

/** Starts a proxy process in front of a port, which sees its client at this address, and returns its port. */
async function startProxy(to: number, client: string) {
  const child = spawn(process.execPath, ['-e', PROXY], {
    env: { TO: String(to), CLIENT: client },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const port = await new Promise<number>((resolve) =>
    child.stdout.once('data', (text: Buffer) => resolve(Number(text))),
  )
  return { port, stop: () => child.kill() }
}

interface Setting {
  trustProxy: number | string[]
  baseUrl?: string
}

/** Listens behind as many proxies as there are clients, the outermost first; `post` asks the outermost. */
async function behind(world: TestServer, { trustProxy, baseUrl }: Setting, clients: string[]) {
  const config = { ...world.services.config, trustProxy, ...(baseUrl && { baseUrl, secure: true }) }
  const app = await buildApp({ ...world.services, config })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const own = (app.server.address() as AddressInfo).port
  const proxies: Awaited<ReturnType<typeof startProxy>>[] = []
  for (const client of clients.toReversed())
    proxies.unshift(await startProxy(proxies[0]?.port ?? own, client))
  const port = proxies[0]?.port ?? own
  const post = (path: string, body: object, more: Record<string, string> = {}) =>
    new Promise<{ status: number; headers: object; text: string }>((resolve, reject) => {
      const headers = {
        'content-type': 'application/json',
        cookie: `XSRF-TOKEN=${CSRF}`,
        'x-xsrf-token': CSRF,
        ...more,
      }
      const asked = request({ port, host: '127.0.0.1', method: 'POST', path, headers }, async (reply) => {
        let text = ''
        for await (const chunk of reply) text += chunk
        resolve({ status: reply.statusCode!, headers: reply.headers, text })
      })
      asked.on('error', reject)
      asked.end(JSON.stringify(body))
    })
  const close = async () => {
    for (const { stop } of proxies) stop()
    await app.close()
  }
  return { post, close }
}

async function aMember(world: TestServer) {
  const { id, email } = await aUser(world.ctx(), ['proposer'], { password_hash: await hashed })
  const addresses = async () =>
    (
      await world.db
        .selectFrom('audit_entries')
        .select('after')
        .where('action', '=', 'user.fail_login')
        .where('object_id', '=', id)
        .orderBy('id')
        .execute()
    ).map(({ after }) => (after as { address: string }).address)
  return { addresses, wrong: { email, password: 'not mine' } }
}

const FORGED = '198.51.100.66'

/** Trusted proxies, what each proxy sees as its client, what the visitor sends, and the address that counts. */
const CASES: [
  name: string,
  trustProxy: Setting['trustProxy'],
  clients: string[],
  sent: string | undefined,
  seen: string,
][] = [
  ['no proxy and no trust', 0, [], undefined, '127.0.0.1'],
  ['no proxy, no trust and a forged header', 0, [], FORGED, '127.0.0.1'],
  ['a proxy that is not trusted', 0, ['203.0.113.7'], FORGED, '127.0.0.1'],
  ['one trusted proxy', 1, ['203.0.113.7'], undefined, '203.0.113.7'],
  ['one trusted proxy and a forged header', 1, ['203.0.113.7'], FORGED, '203.0.113.7'],
  [
    'one trusted proxy and a forged chain',
    1,
    ['203.0.113.7'],
    `${FORGED}, 10.0.0.1, 127.0.0.1`,
    '203.0.113.7',
  ],
  ['one trusted proxy and an empty header', 1, ['203.0.113.7'], '', '203.0.113.7'],
  ['one trusted proxy and commas', 1, ['203.0.113.7'], ',,,', '203.0.113.7'],
  ['two trusted proxies', 2, ['203.0.113.7', '10.0.0.2'], FORGED, '203.0.113.7'],
  ['two proxies of which one is trusted', 1, ['203.0.113.7', '10.0.0.2'], FORGED, '10.0.0.2'],
  [
    'proxies trusted by address',
    ['loopback', '10.0.0.0/8'],
    ['203.0.113.7', '10.0.0.2'],
    FORGED,
    '203.0.113.7',
  ],
  ['another address than the trusted', ['10.0.0.0/8'], ['203.0.113.7'], FORGED, '127.0.0.1'],
  ['IPv6', 1, ['2001:db8::7'], FORGED, '2001:db8::7'],
  ['a proxy that adds ports', 1, ['203.0.113.7:51234'], FORGED, '203.0.113.7'],
  ['a proxy that adds ports to IPv6', 1, ['[2001:db8::7]:443'], FORGED, '2001:db8::7'],
  ['a proxy that hides its client', 1, ['unknown'], FORGED, '127.0.0.1'],
]

describe('the address in the audit log', () => {
  test.each(CASES)('behind %s', (_, trustProxy, clients, sent, seen) =>
    withServer(async (world) => {
      const { addresses, wrong } = await aMember(world)
      const { post, close } = await behind(world, { trustProxy }, clients)
      const headers: Record<string, string> = sent === undefined ? {} : { 'x-forwarded-for': sent }
      expect((await post('/api/admin/login', wrong, headers)).status).toBe(200)
      expect(await addresses()).toEqual([seen])
      await close()
    }),
  )
})

test.each<[string, Setting['trustProxy'], (n: number) => string]>([
  ['forged headers', 1, (n) => `198.51.100.${n}`],
  ['forged headers without a trusted proxy', 0, (n) => `198.51.100.${n}`],
])('%s do not lift the limit of sign-ins', (_, trustProxy, forged) =>
  withServer(async (world) => {
    const { wrong } = await aMember(world)
    const { post, close } = await behind(world, { trustProxy }, ['203.0.113.7'])
    const codes: number[] = []
    for (let n = 0; n < 7; n++)
      codes.push((await post('/api/admin/login', wrong, { 'x-forwarded-for': forged(n) })).status)
    expect(codes).toEqual([...Array(6).fill(200), 429])
    await close()
  }),
)

test('ports that a proxy adds do not lift the limit either', () =>
  withServer(async (world) => {
    const { wrong } = await aMember(world)
    const app = await buildApp({ ...world.services, config: { ...world.services.config, trustProxy: 1 } })
    const codes: number[] = []
    for (let n = 0; n < 7; n++) {
      const headers = {
        cookie: `XSRF-TOKEN=${CSRF}`,
        'x-xsrf-token': CSRF,
        'x-forwarded-for': `203.0.113.7:${50_000 + n}`,
      }
      const reply = await app.inject({ method: 'POST', url: '/api/admin/login', headers, payload: wrong })
      codes.push(reply.statusCode)
    }
    expect(codes).toEqual([...Array(6).fill(200), 429])
    await app.close()
  }))

describe('behind a trusted proxy', () => {
  const FOREIGN = { origin: 'https://evil.example' }

  test.each([
    ['X-Forwarded-Host', { ...FOREIGN, 'x-forwarded-host': 'evil.example' }, 403],
    [
      'X-Forwarded-Host beside the true one',
      { ...FOREIGN, 'x-forwarded-host': 'ao.example.org, evil.example' },
      403,
    ],
    ['Forwarded', { ...FOREIGN, forwarded: 'host=evil.example;proto=https' }, 403],
    ['nothing', FOREIGN, 403],
    ['the true origin', { origin: 'https://ao.example.org' }, 200],
  ])('another site is refused, whatever %s says', (_, headers, status) =>
    withServer(async (world) => {
      const { wrong } = await aMember(world)
      const setting = { trustProxy: 1, baseUrl: 'https://ao.example.org' }
      const { post, close } = await behind(world, setting, ['203.0.113.7'])
      expect((await post('/api/admin/login', wrong, headers as Record<string, string>)).status).toBe(status)
      await close()
    }),
  )

  test.each([
    ['https://ao.example.org', 'http', true],
    [undefined, 'https', false],
  ])('cookies are secure as %s says, not X-Forwarded-Proto: %s', (baseUrl, proto, secure) =>
    withServer(async (world) => {
      const { wrong } = await aMember(world)
      const { post, close } = await behind(world, { trustProxy: 1, ...(baseUrl && { baseUrl }) }, [
        '203.0.113.7',
      ])
      const body = { ...wrong, password: 'correct horse battery' }
      const reply = await post('/api/admin/login', body, { 'x-forwarded-proto': proto })
      const cookies = (reply.headers as { 'set-cookie'?: string[] })['set-cookie'] ?? []
      expect(cookies.length).toBeGreaterThan(0)
      for (const cookie of cookies) expect(/; Secure/u.test(cookie)).toBe(secure)
      await close()
    }),
  )

  test('links in e-mails lead to BASE_URL, whatever the headers say', () =>
    withServer(async (world) => {
      const { wrong } = await aMember(world)
      const { post, close } = await behind(world, { trustProxy: 1, baseUrl: 'https://ao.example.org' }, [
        '203.0.113.7',
      ])
      const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'http' }
      await post('/api/password/request', { email: wrong.email }, forged)
      const { body } = await world.db.selectFrom('mails').select('body').executeTakeFirstOrThrow()
      expect(body).toContain('https://ao.example.org/password/reset/')
      expect(body).not.toContain('evil')
      await close()
    }))
})
