import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError, FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, type FaultKind, faultKindOf } from '#domain/errors.ts'
import { type DatabaseErrorLog, isLostConnection } from '../database/lost_connection.ts'
import { challengeOf } from './bearer.ts'

/** A unique or foreign key violation: a parallel request was first, so it is reported as a version conflict. */
const isViolation = (error: unknown): error is { constraint?: string; table?: string } =>
  ['23505', '23503'].includes((error as FastifyError).code)

/** SQLSTATEs: disk full, out of memory, input/output error, read-only server. */
const STORAGE_FAILURES = ['53100', '53200', '58030', '25006']
const NOT_STORED =
  'This could not be stored just now, and nothing was changed. Please try again in a while, or tell the office.'

/** Converts any error: Fastify's by its status, PostgreSQL's by its SQLSTATE, unknown ones to 'internal'. */
function asFault(error: unknown): Fault {
  if (error instanceof Fault) return error
  const { statusCode, code } = error as FastifyError
  if (statusCode && statusCode >= 400 && statusCode < 500) {
    const kind: FaultKind = faultKindOf(statusCode)
    return new Fault(kind === 'internal' ? 'invalid' : kind)
  }
  if (isViolation(error) || code === '40001' || code === '40P01') return new Fault('stale')
  if (STORAGE_FAILURES.includes(code)) return new Fault('unavailable', NOT_STORED)
  return new Fault(isLostConnection(error) ? 'unavailable' : 'internal')
}

const RETRY_AFTER_SECONDS = 5

/** Answers every error in the same format; details of internal errors are only logged. */
export const answerErrors =
  (losses: DatabaseErrorLog) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const fault = asFault(error)
    if (fault.kind === 'internal' || fault.kind === 'unavailable') losses.log(error, request.log)
    else if (isViolation(error))
      request.log.warn({ constraint: error.constraint, table: error.table }, 'violation')
    if (fault.kind === 'unavailable') reply.header('Retry-After', String(RETRY_AFTER_SECONDS))
    if (fault.kind === 'throttled' || fault.kind === 'maintenance')
      reply.header('Retry-After', String(fault.details.retry_after ?? 60))
    const challenge = challengeOf(fault, request)
    if (challenge) reply.header('WWW-Authenticate', challenge)
    const { retry_after: _, required_scope: __, ...details } = fault.details
    return reply
      .code(fault.status)
      .send({ message: fault.message, ...(fault.errors && { errors: fault.errors }), ...details })
  }

/** Answers what Node cannot parse as a request in the same format, and closes the connection. */
export function answerUnparsableRequest({ code }: ConnectionError, socket: Socket) {
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
