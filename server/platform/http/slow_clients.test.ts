import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { inChunks, limitReaderSilence } from './slow_clients.ts'

/** A server whose responses never end. */
async function endless(silence: number, whole = 60_000) {
  const texts: Readable[] = []
  const server = createServer((_, response) => {
    const text = Readable.from(
      (function* () {
        for (;;) yield Buffer.alloc(64 * 1024)
      })(),
    )
    texts.push(text)
    response.on('close', () => text.destroy())
    limitReaderSilence(response, { silence, whole })
    text.pipe(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const ask = () => {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    return {
      socket,
      closed: new Promise<'closed'>((resolve) => socket.once('close', () => resolve('closed'))),
    }
  }
  return { ask, texts, close: () => server.close() }
}

test('a response and its source are destroyed when the client stops reading', async () => {
  const { ask, texts, close } = await endless(300)
  const { socket } = ask()
  await new Promise((resolve) => socket.once('data', resolve))
  socket.pause()
  await expect.poll(() => texts[0]!.destroyed, { timeout: 60_000 }).toBe(true)
  socket.destroy()
  close()
})

test('a slow reader is served, but not for ever', async () => {
  // A loaded machine may stand still for a while: that is no silence of the reader.
  const { ask, texts, close } = await endless(2000, 3000)
  const { socket, closed } = ask()
  socket.resume()
  expect(await Promise.race([closed, setTimeout(900, 'served')])).toBe('served')
  expect(await Promise.race([closed, setTimeout(60_000, 'served', { ref: false })])).toBe('closed')
  expect(texts[0]!.destroyed).toBe(true)
  close()
})

test('bytes are sent in chunks', async () => {
  const bytes = Buffer.from('0123456789'.repeat(20_000))
  const parts = await inChunks(bytes).toArray()
  expect(parts.length).toBeGreaterThan(3)
  expect(Buffer.concat(parts).equals(bytes)).toBe(true)
})
