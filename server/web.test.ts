import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import cookie from '@fastify/cookie'
import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { compressFiles } from '../scripts/compress_plugin.ts'
import { DatabaseErrorLog } from './platform/database/lost_connection.ts'
import { answerErrors } from './platform/http/errors.ts'
import { guardPages } from './platform/http/headers.ts'
import { withServer } from './testing/test_server.ts'
import { serveWeb } from './web.ts'

const SCRIPT = 'export const samples = 1\n'.repeat(200)
const BEGIN = 'window.begunCalls = new Map()'
const PAGE = `<html><head></head><body>${'<p>Samples of two asteroids</p>'.repeat(60)}</body></html>`

const BUILT = {
  'index.html': { file: 'assets/main.js', css: ['assets/main.css'] },
  'begin.ts': { file: 'assets/begin.js' },
  _frames: { file: 'assets/frames.js', name: 'frames', imports: ['index.html'] },
  'pages/users/detail/$id.tsx?tsr-split=component': {
    file: 'assets/user.js',
    css: ['assets/user.css'],
    imports: ['index.html', '_parts'],
  },
  _parts: { file: 'assets/parts.js' },
  'pages/login/index.tsx?tsr-split=component': { file: 'assets/login.js', imports: ['index.html'] },
}

/** A small web as it is built, served. */
const served = (
  work: (ask: (path: string, headers?: object, method?: 'HEAD') => Promise<Answer>) => unknown,
) =>
  withServer(async ({ db }) => {
    const folder = mkdtempSync(join(tmpdir(), 'ao-web-'))
    try {
      mkdirSync(join(folder, 'assets'))
      writeFileSync(join(folder, 'index.html'), PAGE)
      writeFileSync(join(folder, 'assets/main.js'), SCRIPT)
      writeFileSync(join(folder, 'assets/begin.js'), BEGIN)
      writeFileSync(join(folder, 'assets/sans.woff2'), Buffer.alloc(4000))
      mkdirSync(join(folder, '.vite'))
      writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(BUILT))
      await compressFiles(folder)
      const app = Fastify()
      guardPages(app, false)
      await app.register(cookie)
      await serveWeb(app, folder, { db, config: { secure: false } }, answerErrors(new DatabaseErrorLog()))
      await work((url, headers = {}, method = 'GET' as never) =>
        app.inject({ method, url, headers: headers as Record<string, string> }),
      )
    } finally {
      rmSync(folder, { recursive: true })
    }
  })
type Answer = Awaited<ReturnType<ReturnType<typeof Fastify>['inject']>>

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test('a built file is sent as it lies there compressed, in what the caller takes', () =>
  served(async (ask) => {
    const br = await ask('/assets/main.js', BROWSER)
    expect(br.headers).toMatchObject({
      'content-encoding': 'br',
      'content-type': 'application/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'accept-encoding',
    })
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(SCRIPT)
    const gz = await ask('/assets/main.js', { 'accept-encoding': 'gzip' })
    expect(gz.headers['content-encoding']).toBe('gzip')
    expect(gunzipSync(gz.rawPayload).toString()).toBe(SCRIPT)
    const plain = await ask('/assets/main.js')
    expect([plain.body, plain.headers['content-encoding'], plain.headers.vary]).toEqual([
      SCRIPT,
      undefined,
      'accept-encoding',
    ])
    // What is compressed by its nature, and what lies beside a file, is not there a second time.
    expect((await ask('/assets/sans.woff2', BROWSER)).headers['content-encoding']).toBeUndefined()
    for (const [path, status] of [
      ['/assets/main.js.br', 404],
      ['/assets/none.js', 404],
      ['/.vite/manifest.json', 200],
      ['/assets', 200],
    ] as const) {
      const { statusCode, headers } = await ask(path)
      const type = status === 200 ? 'text/html' : 'application/json'
      expect([path, statusCode, headers['content-type']]).toEqual([path, status, `${type}; charset=utf-8`])
    }
  }))

test('asked whether it is still the same, for its head or for a part, a file says so in its own coding', () =>
  served(async (ask) => {
    const { headers } = await ask('/assets/main.js', BROWSER)
    const plain = await ask('/assets/main.js')
    expect(headers.etag).not.toBe(plain.headers.etag)
    const again = await ask('/assets/main.js', { ...BROWSER, 'if-none-match': String(headers.etag) })
    expect([again.statusCode, again.rawPayload.length, again.headers.vary]).toEqual([
      304,
      0,
      'accept-encoding',
    ])
    const head = await ask('/assets/main.js', BROWSER, 'HEAD')
    expect([head.headers['content-length'], head.headers['content-encoding'], head.body]).toEqual([
      headers['content-length'],
      'br',
      '',
    ])
    const part = await ask('/assets/main.js', { range: 'bytes=7-12' })
    expect([part.statusCode, part.body]).toEqual([206, SCRIPT.slice(7, 13)])
  }))

test('the page travels compressed too, with a nonce of its own each time', () =>
  served(async (ask) => {
    const first = await ask('/anything', BROWSER)
    expect(first.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' })
    const [one, two] = [first, await ask('/anything', BROWSER)].map(({ rawPayload }) =>
      /nonce="(\w+)"/u.exec(brotliDecompressSync(rawPayload).toString())!.at(1),
    )
    expect(one).not.toBe(two)
    expect(first.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${one}'`)
  }))

test('the page of an address brings what its screen is made of, and begins what it asks for who is signed in', () =>
  served(async (ask) => {
    const page = async (path: string, headers = {}) => (await ask(path, headers)).body
    const files = (html: string) =>
      [...html.matchAll(/href="\/assets\/(\w+\.\w+)"/gu)].map(([, file]) => file)
    const user = await page('/users/detail/3', { cookie: 'ao_session=x' })
    expect(files(user)).toEqual(['user.js', 'parts.js', 'user.css', 'frames.js'])
    expect(user.indexOf(BEGIN)).toBeLessThan(user.indexOf('assets/user.js'))
    expect(user).toContain('content="/api/login_user /api/call_state?only=steps"')
    expect(files(await page('/login'))).toEqual(['login.js'])
    expect(await page('/users/detail/3')).toContain('name="first-calls" content="/api/login_user"')
    // What the address asks in words of its own is for the screen to read.
    expect(await page('/users/detail/3?tab=tab-2', { cookie: 'ao_session=x' })).toContain(
      'content="/api/login_user"',
    )
    expect(files(await page('/nowhere'))).toEqual([])
  }))
