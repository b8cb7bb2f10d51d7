import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STALLED_MS, Stopped, transport, Unreachable } from './transport.ts'

const GET = { method: 'GET', path: '/api/x', headers: {}, body: undefined }

describe('a server that', () => {
  const network = globalThis.fetch
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.useRealTimers()
    globalThis.fetch = network
  })

  test('never answers is given up, and lets go', async () => {
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
      })
    const call = transport(GET)
    const told = expect(call).rejects.toThrow(/^The server has not answered for a minute/u)
    await vi.advanceTimersByTimeAsync(STALLED_MS)
    await told
  })

  test('is not waited for any more is let go at once', async () => {
    globalThis.fetch = (_, init) =>
      new Promise((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(init.signal!.reason))
      })
    const stop = new AbortController()
    const told = expect(transport(GET, { signal: stop.signal })).rejects.toThrow(Stopped)
    stop.abort(new Stopped())
    await told
  })

  test('begins to answer and breaks off was not reached', async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('terminated')) })
    globalThis.fetch = () => Promise.resolve(new Response(body))
    await expect(transport(GET)).rejects.toThrow(Unreachable)
  })

  test('answers slowly is waited for as long as something comes', async () => {
    let piece: (text: string) => void = () => {}
    let end = () => {}
    const body = new ReadableStream({
      start: (stream) => {
        piece = (text) => stream.enqueue(new TextEncoder().encode(text))
        end = () => stream.close()
      },
    })
    globalThis.fetch = () => Promise.resolve(new Response(body, { headers: { 'content-type': 'text/csv' } }))
    const call = transport(GET)
    for (const text of ['a', 'b', 'c']) {
      await vi.advanceTimersByTimeAsync(STALLED_MS - 1)
      piece(text)
    }
    end()
    expect(await (await call).text()).toBe('abc')
  })
})
