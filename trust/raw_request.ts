import { connect } from 'node:net'
import type { BadAnswer } from '#server/testing/bad_input/answer_check.ts'
import type { BadRequest, Caller } from '#server/testing/bad_input/requests.ts'

/** How long an answer may take before it counts as none, in ms. */
const ANSWER_TIMEOUT_MS = 30_000

/** The bytes of a request as they go over the wire, one connection for each. */
function bytesOf({ method, path, headers, body, cut }: BadRequest, { cookie, csrf }: Caller) {
  const lines: [string, string][] = [
    ['host', 'localhost'],
    ['connection', 'close'],
    ['cookie', cookie],
    ['x-xsrf-token', csrf],
    ...(body ? [['content-length', String(body.length)] as [string, string]] : []),
    ...headers,
  ]
  const head = `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`
  return Buffer.concat([
    Buffer.from(head, 'latin1'),
    body?.subarray(0, cut ?? body.length) ?? Buffer.alloc(0),
  ])
}

/** Sends a request as it is, over a connection of its own; a body that is cut is followed by the end. */
export function sendRaw(port: number, request: BadRequest, caller: Caller): Promise<BadAnswer> {
  const start = performance.now()
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    const socket = connect(port, '127.0.0.1')
    const done = () => resolve({ ...answerFrom(Buffer.concat(chunks)), ms: performance.now() - start })
    socket.setTimeout(ANSWER_TIMEOUT_MS, () => socket.destroy())
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => {})
    socket.on('close', done)
    const bytes = bytesOf(request, caller)
    if (request.cut === null) socket.write(bytes)
    else socket.end(bytes)
  })
}

/** The status, the kind and the text of an answer; 0 where the connection was closed without one. */
function answerFrom(bytes: Buffer): Omit<BadAnswer, 'ms'> {
  if (bytes.subarray(0, 12).toString('latin1') === 'HTTP/1.1 100')
    return answerFrom(bytes.subarray(bytes.indexOf('\r\n\r\n') + 4))
  const end = bytes.indexOf('\r\n\r\n')
  const head = bytes.subarray(0, end < 0 ? bytes.length : end).toString('latin1')
  const status = Number(/^HTTP\/1\.1 (\d{3})/u.exec(head)?.[1] ?? 0)
  const type = /^content-type: *(\S+)/imu.exec(head)?.[1] ?? ''
  const rest = end < 0 ? Buffer.alloc(0) : bytes.subarray(end + 4)
  const whole = /^transfer-encoding: *chunked/imu.test(head) ? unchunked(rest) : rest
  return { status, type, text: whole.toString() }
}

function unchunked(bytes: Buffer): Buffer {
  const parts: Buffer[] = []
  for (let at = 0; at < bytes.length; ) {
    const line = bytes.indexOf('\r\n', at)
    const size = line < 0 ? 0 : Number.parseInt(bytes.subarray(at, line).toString(), 16)
    if (!size) break
    parts.push(bytes.subarray(line + 2, line + 2 + size))
    at = line + 2 + size + 2
  }
  return Buffer.concat(parts)
}
