import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '#domain/errors.ts'
import { MAX_FORM_BYTES } from './multipart.ts'

interface Limits {
  perUser: number
  total: number
}
const LIMITS: Limits = { perUser: 2, total: 64 }

const USER_LIMIT_REACHED =
  'Two of your downloads are still running. Please try again when one of them is done.'
const TOTAL_LIMIT_REACHED = 'Too many downloads are running at the moment. Please try again in a minute.'
const RETRY_AFTER_SECONDS = 15

/** Limits the downloads in flight: documents and exports. */
export class DownloadLimiter {
  readonly #limits: Limits
  readonly #running = new Map<number, number>()
  #total = 0

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /** Throws 'throttled' at the user's limit, and 'unavailable' at the limit for all. */
  admit(user: number) {
    const busy = { details: { retry_after: RETRY_AFTER_SECONDS } }
    if ((this.#running.get(user) ?? 0) >= this.#limits.perUser)
      throw new Fault('throttled', USER_LIMIT_REACHED, busy)
    if (this.#total >= this.#limits.total) throw new Fault('unavailable', TOTAL_LIMIT_REACHED)
  }

  /** Counts a download until its response has ended. Throws as `admit` does. */
  begin(user: number, response: ServerResponse) {
    this.admit(user)
    this.#total++
    this.#running.set(user, (this.#running.get(user) ?? 0) + 1)
    finished(response, () => {
      this.#total--
      const left = this.#running.get(user)! - 1
      if (left > 0) this.#running.set(user, left)
      else this.#running.delete(user)
    })
  }
}

/** How long a reader may read nothing, and how long a whole download may take. */
const READER_TIMEOUTS_MS = { silence: 60_000, whole: 15 * 60_000 }
const CHECKS_PER_TIMEOUT = 12

/** Destroys a response that is not read, to free the connection or cursor behind it. */
export function limitReaderSilence(response: ServerResponse, { silence, whole } = READER_TIMEOUTS_MS) {
  const started = performance.now()
  let [sentBytes, lastProgress] = [-1, started]
  const watch = setInterval(() => {
    const now = performance.now()
    const waiting = response.writableLength
    const sentNow = (response.socket?.bytesWritten ?? 0) - waiting
    if (waiting === 0 || sentNow !== sentBytes) [sentBytes, lastProgress] = [sentNow, now]
    if (now - lastProgress >= silence || now - started >= whole) response.destroy()
  }, silence / CHECKS_PER_TIMEOUT)
  finished(response, () => clearInterval(watch))
}

const CHUNK_BYTES = 64 * 1024

/** Sends bytes in chunks, so that a slow reader can be told from one that does not read at all. */
export const inChunks = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
    })(),
  )

const SENDER_TIMEOUT_MS = 60_000

/**
 * Closes the connection when the client stops sending in the middle of a body. Call the result once the body is read.
 */
export function limitSenderSilence({ raw, headers }: FastifyRequest): () => void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return () => {}
  // Injected requests in tests have no real socket.
  raw.socket.setTimeout?.(SENDER_TIMEOUT_MS)
  return () => void raw.socket.setTimeout?.(0)
}

/**
 * Browsers read an early answer only after they have sent the whole body, so Node drains what is left of a body of normal
 * size. A connection with a larger body, or one of unknown length, is closed.
 */
export function closeUnreadConnections(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const endless = headers['transfer-encoding'] !== undefined
    if (!raw.complete && (endless || Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES))
      reply.header('Connection', 'close')
  })
}
