import { createServer, type Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { type CertificateName, certificate } from '../testing/certificates/index.ts'
import { type Answer, aReceiver, TO_RECEIVER } from '../testing/hook_receiver.ts'
import { verified } from '../testing/verified_hook.ts'
import { type SendingRules, sendEvent, signedHeaders } from './send.ts'

const [SECRET, FORMER, OTHER] = ['one', 'two', 'six'].map(
  (text) => `whsec_${Buffer.from(text.repeat(11)).toString('base64')}`,
) as [string, string, string]
const anEvent = (url: string, secrets = [SECRET]) => ({
  ...{ url, secrets, message_id: 'msg_1', at: new Date() },
  body: '{"type":"piece.moved","data":{}}',
})

/** What becomes of an event at a receiver that answers so. */
async function resultAt(answer: Answer, rules: Partial<SendingRules> = {}) {
  const receiver = await aReceiver(answer)
  try {
    return await sendEvent(anEvent(receiver.url), { ...TO_RECEIVER, ...rules })
  } finally {
    await receiver.close()
  }
}

const endless = (write: () => boolean) => {
  const more = () => {
    if (write()) setImmediate(more)
  }
  more()
}

describe('an event', () => {
  test('is signed so that the library of the convention accepts it, with both secrets of a rotation', async () => {
    const receiver = await aReceiver()
    const event = anEvent(receiver.url, [SECRET, FORMER])
    expect(await sendEvent(event, TO_RECEIVER)).toEqual({ status: 204, failure: null })
    const [received] = receiver.received
    expect(received!.body).toBe(event.body)
    expect(received!.headers).toMatchObject({
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(+event.at / 1000)),
      'content-type': 'application/json',
    })
    for (const secret of [SECRET, FORMER])
      expect(verified(received!, secret)).toMatchObject({ type: 'piece.moved' })
    expect(() => verified(received!, OTHER)).toThrow('No matching signature found')
    expect(() => verified({ ...received!, body: `${event.body} ` }, SECRET)).toThrow()
    await receiver.close()
  })

  test('has the signature of the example of the convention', () => {
    const headers = signedHeaders({
      message_id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1_614_265_330_000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    })
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=')
  })

  test.each([200, 201, 299])('has arrived when the answer is %i', async (status) => {
    expect(await resultAt(() => status)).toEqual({ status, failure: null })
  })

  test.each([
    [400, 'The receiver answered 400.'],
    [410, 'The receiver answered 410.'],
    [500, 'The receiver answered 500.'],
    [304, 'The receiver answered 304: redirects are not followed.'],
  ])('has not arrived when the answer is %i', async (status, failure) => {
    expect(await resultAt(() => status)).toEqual({ status, failure })
  })

  test('does not follow a redirect', async () => {
    const elsewhere = await aReceiver()
    const redirect: Answer = (_, __, response) => {
      response.writeHead(307, { location: elsewhere.url }).end()
      return null
    }
    expect(await resultAt(redirect)).toEqual({
      status: 307,
      failure: 'The receiver answered 307: redirects are not followed.',
    })
    expect(elsewhere.received).toEqual([])
    await elsewhere.close()
  })

  test('has arrived once the status says so: of an endless answer only a little is read', async () => {
    let bytes = 0
    const result = await resultAt((_, __, response) => {
      response.writeHead(200)
      endless(() => {
        if (response.destroyed) return false
        bytes += 8192
        return response.write('x'.repeat(8192)) || bytes < 50_000_000
      })
      return null
    })
    expect(result).toEqual({ status: 200, failure: null })
    expect(bytes).toBeLessThan(50_000_000)
  })

  test('is given up when the receiver is silent, or drips headers', async () => {
    const late = { status: null, failure: 'The receiver did not answer in time.' }
    expect(await resultAt(() => null, { timeoutMs: 200 })).toEqual(late)
    const drips: Answer = (_, __, response) => {
      endless(() => {
        if (response.destroyed) return false
        response.writeProcessing()
        return true
      })
      return null
    }
    expect(await resultAt(drips, { timeoutMs: 300 })).toEqual(late)
  })

  test('is given up when the name is not resolved in time', async () => {
    const resolve = () => new Promise<never>(() => {})
    const result = await sendEvent(anEvent('https://data.example.org/'), {
      ...{ networks: [], timeoutMs: 50, resolve },
    })
    expect(result).toEqual({ status: null, failure: 'The receiver did not answer in time.' })
  })

  test('has not arrived where headers have no end', async () => {
    const { failure } = await resultAt((_, __, response) => {
      response.writeHead(200, { 'x-long': 'x'.repeat(40_000) }).end()
      return null
    })
    expect(failure).toBe('The receiver did not answer with HTTP.')
  })

  test.each<[string, (socket: Socket) => unknown, RegExp]>([
    ['hangs up', (socket) => socket.destroy(), /The connection was lost/u],
    ['speaks no TLS', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), /does not speak TLS/u],
    ['sends garbage', (socket) => socket.end(Buffer.alloc(1000, 7)), /does not speak TLS/u],
  ])('has not arrived where the receiver %s', async (_, act, why) => {
    const server = createServer((socket) => {
      socket.on('error', () => {}).resume()
      act(socket)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as { port: number }
    const { status, failure } = await sendEvent(anEvent(`https://localhost:${port}/`), TO_RECEIVER)
    expect([status, failure]).toEqual([null, expect.stringMatching(why)])
    await new Promise((resolve) => server.close(resolve))
    const refused = await sendEvent(anEvent(`https://localhost:${port}/`), TO_RECEIVER)
    expect(refused.failure).toBe('The connection was refused.')
  })

  test('has not arrived where garbage comes over TLS', async () => {
    const { failure } = await resultAt((_, request) => {
      request.socket.end('no HTTP at all\r\n\r\n')
      return null
    })
    expect(failure).toBe('The receiver did not answer with HTTP.')
  })

  test.each<[CertificateName, string]>([
    ['expired', "The receiver's certificate has expired."],
    ['self_signed', "The receiver's certificate is self-signed and not trusted here."],
    ['other_name', "The receiver's certificate is for another host name."],
  ])('is not sent to a receiver whose certificate is wrong: %s', async (name, failure) => {
    const receiver = await aReceiver(() => 204, certificate(name))
    expect(await sendEvent(anEvent(receiver.url), TO_RECEIVER)).toEqual({ status: null, failure })
    expect(receiver.received).toEqual([])
    await receiver.close()
  })

  test('is not sent where the authority is not trusted', async () => {
    const { failure } = await resultAt(() => 204, { authorities: undefined })
    expect(failure).toMatch(/authority that is not trusted here/u)
  })

  test('goes to the address that was checked, whatever the name leads to', async () => {
    const receiver = await aReceiver()
    let asked = 0
    const resolve = async () => {
      asked++
      return [{ address: asked === 1 ? '127.0.0.1' : '93.184.215.14', family: 4 }]
    }
    const url = receiver.url.replace('localhost', 'mail.example.org')
    // The certificate is for localhost: the connection was made, to the checked address.
    expect(await sendEvent(anEvent(url), { ...TO_RECEIVER, resolve })).toEqual({
      status: null,
      failure: "The receiver's certificate is for another host name.",
    })
    expect(asked).toBe(1)
    await receiver.close()
  })

  test('is not sent to the own network unless that is allowed', async () => {
    const receiver = await aReceiver()
    const { failure } = await sendEvent(anEvent(receiver.url), { ...TO_RECEIVER, networks: [] })
    expect(failure).toMatch(/not public/u)
    expect(receiver.received).toEqual([])
    await receiver.close()
  })
})
