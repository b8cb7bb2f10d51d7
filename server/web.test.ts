import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { TERM_META } from '#domain/terms/rules.ts'
import { aTerm, makeCurrent } from './builders/people.ts'
import { DatabaseErrorLog } from './platform/database/lost_connection.ts'
import { answerErrors } from './platform/http/errors.ts'
import { sendSecurityHeaders } from './platform/http/headers.ts'
import { type TestServer, withServer } from './testing/test_server.ts'
import { serveWeb, withTerm } from './web.ts'

const SCRIPT = 'export const samples = 1\n'.repeat(200)
const PAGE = `<html><head></head><body>${'<p>Samples of two asteroids</p>'.repeat(60)}</body></html>`

type Get = (path: string, headers?: object, method?: 'HEAD') => Promise<Answer>

/** Serves a small build, or a folder without index.html. */
const withWeb = (work: (get: Get, world: TestServer) => unknown, built = true) =>
  withServer(async (world) => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-web-'))
    try {
      mkdirSync(join(folder, 'assets'))
      if (built) {
        writeFileSync(join(folder, 'index.html'), PAGE)
        writeFileSync(join(folder, 'login.html'), PAGE.replace('<head>', '<head><title>Sign in</title>'))
      }
      writeFileSync(join(folder, 'assets/main.js'), SCRIPT)
      writeFileSync(join(folder, 'assets/sans.woff2'), Buffer.alloc(4000))
      writeFileSync(join(folder, 'assets/main.js.br'), brotliCompressSync(SCRIPT))
      writeFileSync(join(folder, 'assets/main.js.gz'), gzipSync(SCRIPT))
      const app = Fastify()
      sendSecurityHeaders(app, false)
      await serveWeb(app, folder, world.services, answerErrors(new DatabaseErrorLog()))
      await work(
        (url, headers = {}, method = 'GET' as never) =>
          app.inject({ method, url, headers: headers as Record<string, string> }),
        world,
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
type Answer = Awaited<ReturnType<ReturnType<typeof Fastify>['inject']>>

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('a built file is sent precompressed in a coding that the client accepts', () =>
  withWeb(async (get) => {
    const br = await get('/assets/main.js', BROWSER)
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT)
    const gz = await get('/assets/main.js', { 'accept-encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.rawPayload).toString()).toBe(SCRIPT)
    const plain = await get('/assets/main.js')
    expect([plain.body, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      SCRIPT,
      undefined,
      'accept-encoding',
    ])
    // Fonts have no compressed copy, and the copies have no URLs of their own.
    expect((await get('/assets/sans.woff2', BROWSER)).headers['content-encoding']).toBeUndefined()
    for (const [path, status] of [
      ['/assets/main.js.br', 404],
      ['/assets/none.js', 404],
      ['/.vite/manifest.json', 200],
      ['/assets', 200],
    ] as const) {
      const { statusCode, headers } = await get(path)
      const type = status === 200 ? 'text/html' : 'application/json'
      expect([path, statusCode, headers['content-type']]).toEqual([path, status, `${type}; charset=utf-8`])
    }
  }))

test('conditional, HEAD and range requests of a file respect its coding', () =>
  withWeb(async (get) => {
    const { headers } = await get('/assets/main.js', BROWSER)
    const plain = await get('/assets/main.js')
    expect(headers.etag).not.toBe(plain.headers.etag)
    const again = await get('/assets/main.js', { ...BROWSER, 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.rawPayload.length, again.headers.vary]).toEqual([
      304,
      0,
      'accept-encoding',
    ])
    const head = await get('/assets/main.js', BROWSER, 'HEAD')
    expect([head.headers['content-length'], head.headers['content-encoding'], head.body]).toEqual([
      headers['content-length'],
      'br',
      '',
    ])
    const part = await get('/assets/main.js', { range: 'bytes=7-12' })
    expect([part.statusCode, part.body]).toEqual([206, SCRIPT.slice(7, 13)])
  }))

test('the page is compressed, with a new nonce for its styles each time', () =>
  withWeb(async (get) => {
    const first = await get('/anything', BROWSER)
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    const [one, two] = [first, await get('/anything', BROWSER)].map(({ rawPayload }) =>
      /<meta property="csp-nonce" nonce="([0-9a-f]{32})" \/>/u
        .exec(brotliDecompressSync(rawPayload).toString())!
        .at(1),
    )
    expect(one).not.toBe(two)
    const policy = String(first.headers['content-security-policy'])
    expect(policy).toContain(`style-src 'self' 'nonce-${one}';`)
    expect(policy).toContain("script-src 'self';")
    expect(policy).not.toContain('unsafe')
  }))

test('signing in has a page of its own', () =>
  withWeb(async (get) => {
    const isSignIn = async (path: string) => (await get(path)).body.includes('<title>Sign in</title>')
    expect(
      await Promise.all(['/login', '/login?next=%2F', '/', '/proposals', '/login/x'].map(isSignIn)),
    ).toEqual([true, true, false, false, false])
  }))

test('the page contains the dates of the current call, and nothing about the panel or the allocation', () =>
  withWeb(async (get, { ctx }) => {
    const termIn = async () =>
      JSON.parse(
        new RegExp(`name="${TERM_META}" content="([^"]+)"`, 'u')
          .exec((await get('/login')).body)![1]!
          .replaceAll('&quot;', '"'),
      ) as Record<string, unknown> | null
    expect(await termIn()).toBeNull()
    const term = await aTerm(ctx())
    const shown = await termIn()
    expect(shown).toMatchObject({ id: term.id, noi_closes_at: term.noi_closes_at })
    expect(Object.keys(shown!)).toHaveLength(7)
    await aTerm(ctx(), { id: 8, is_current: false })
    await makeCurrent(ctx(), 8)
    expect((await termIn())!.id).toBe(8)
  }))

test('the term in the page cannot break out of its attribute', () => {
  const html = '<html><head></head><body></body></html>'
  const term = {
    id: 7,
    noi_opens_at: '"><script>',
    noi_closes_at: '$&',
    proposals_open_at: '&quot;',
    proposals_close_at: '',
    reviews_due_at: '',
    disabled: false,
  }
  expect(withTerm(html, term)).toContain('&quot;\\&quot;>&lt;script>&quot;')
  expect(withTerm(html, term)).toContain('&quot;$&amp;&quot;')
  expect(withTerm(html, term)).not.toContain('<script>')
  expect(withTerm(html, undefined)).toBe(html)
})

test('without a build the URL of a screen is not found', () =>
  withWeb(async (get) => {
    expect((await get('/login')).statusCode).toBe(404)
  }, false))

test('HEAD of a screen answers as GET, without the body', () =>
  withWeb(async (get) => {
    for (const path of ['/', '/proposals/detail/7', '/no-such-screen', '/assets/missing.js', '/api/none']) {
      const [whole, head] = [await get(path), await get(path, {}, 'HEAD')]
      expect([path, head.statusCode, head.body]).toEqual([path, whole.statusCode, ''])
      for (const name of ['content-type', 'cache-control', 'content-length'])
        expect([path, name, head.headers[name]]).toEqual([path, name, whole.headers[name]])
    }
  }))
