import { afterEach, expect, test, vi } from 'vitest'
import { type BegunCall, takeReply } from './begun.ts'
import { transport } from './transport.ts'

const network = globalThis.fetch
afterEach(() => {
  globalThis.fetch = network
  delete window.begunCalls
})

const call = (said: string, age = 0): BegunCall => ({
  answer: Promise.resolve(new Response(said)),
  stop: new AbortController(),
  at: performance.now() - age,
  cookies: document.cookie,
})
/** What is answered to a call, where the network says 'new' and 'begun' was begun by the page. */
async function answered(method: string, path: string) {
  globalThis.fetch = vi.fn(async () => new Response('new'))
  return (await transport({ method, path, headers: {}, body: undefined })).text()
}

test('a call that the page began is taken up once', async () => {
  window.begunCalls = new Map([['/api/a', call('begun')]])
  expect(await answered('GET', '/api/b')).toBe('new')
  expect(await answered('GET', '/api/a')).toBe('begun')
  expect(await answered('GET', '/api/a')).toBe('new')
})

test('one that nobody took up at first is of no screen any more', async () => {
  window.begunCalls = new Map([['/api/a', call('begun', 10_001)]])
  expect(await answered('GET', '/api/a')).toBe('new')
})

test('nobody who signs in after it, and nothing that is read after a change, meets an answer of before', async () => {
  window.begunCalls = new Map([['/api/a', call('of who was here before')]])
  await answered('POST', '/api/admin/login')
  expect(await answered('GET', '/api/a')).toBe('new')
})

test('another tab that has signed in meanwhile makes it an answer to somebody else', async () => {
  window.begunCalls = new Map([['/api/a', { ...call('of who was here before'), reply: 'theirs' }]])
  // biome-ignore lint/suspicious/noDocumentCookie: as a server's answer sets it
  document.cookie = 'XSRF-TOKEN=of-another'
  expect(takeReply('/api/a')).toBeUndefined()
  expect(await answered('GET', '/api/a')).toBe('new')
})

test('what is answered already is drawn with the screen, once; what is not yet is waited for', async () => {
  window.begunCalls = new Map([
    ['/api/a', { ...call('begun'), reply: { rows: [] } }],
    ['/api/b', call('begun')],
  ])
  expect([takeReply('/api/a'), takeReply('/api/a'), takeReply('/api/b')]).toEqual([
    { rows: [] },
    undefined,
    undefined,
  ])
  expect(await answered('GET', '/api/b')).toBe('begun')
})

test('who gives up waiting ends what was begun too', async () => {
  const stop = new AbortController()
  const answer = new Promise<Response>((_, fail) =>
    stop.signal.addEventListener('abort', () => fail(stop.signal.reason)),
  )
  window.begunCalls = new Map([['/api/a', { ...call(''), answer, stop }]])
  const person = new AbortController()
  const waiting = transport(
    { method: 'GET', path: '/api/a', headers: {}, body: undefined },
    { signal: person.signal },
  )
  person.abort(new Error('enough'))
  await expect(waiting).rejects.toThrow('enough')
})
