import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { Fault } from '#domain/errors.ts'

/** What is no request at all is answered in the one shape too, and its connection ends. */
export function answerNoRequest({ code }: ConnectionError, socket: Socket) {
  if (code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, message } = new Fault(code === 'HPE_HEADER_OVERFLOW' ? 'too_large' : 'invalid')
  const body = JSON.stringify({ message })
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
