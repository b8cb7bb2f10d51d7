import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import { withServer } from '../../testing/test_server.ts'

const HEAD = 'GET /api/login_user HTTP/1.1\r\nHost: localhost\r\n'

test.each([
  ['a malformed request line', 'GET /a b HTTP/1.1\r\n\r\n', 400, 'There are errors with the input data.'],
  ['a malformed header', `${HEAD}a b: c\r\n\r\n`, 400, 'There are errors with the input data.'],
  [
    'a header that is too long',
    `${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`,
    413,
    'The data sent is too large.',
  ],
])('%s is answered like any error, without details of the server', (_, sent, status, message) =>
  withServer(async ({ services }) => {
    const app = await buildApp(services)
    await app.listen({ port: 0, host: '127.0.0.1' })
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1', () => socket.write(sent))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk))
    await once(socket, 'close')
    await app.close()
    const [head, body] = answer.split('\r\n\r\n') as [string, string]
    expect(head).toContain(`HTTP/1.1 ${status} `)
    expect(Object.keys(JSON.parse(body))).toEqual(['message'])
    expect(JSON.parse(body).message).toContain(message)
  }),
)
