import type { ServerResponse } from 'node:http'
import { finished, Readable } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Fault } from '#domain/errors.ts'
import { MAX_FORM_BYTES } from './multipart.ts'

interface Limits {
  /** How many documents and exports may be on their way to one user, and to all together. */
  perUser: number
  total: number
}
const LIMITS: Limits = { perUser: 2, total: 64 }

const USER_LIMIT_REACHED =
  'Two of your downloads are still running. Please try again when one of them is done.'
const TOTAL_LIMIT_REACHED = 'Too many downloads are running at the moment. Please try again in a minute.'
/** In how many seconds it is worth trying again. */
const RETRY_AFTER_SECONDS = 15

/** What is on its way out of this process: documents and exports, counted until their readers have them or are gone. */
export class DownloadLimiter {
  readonly #limits: Limits
  readonly #running = new Map<number, number>()
  #total = 0

  constructor(limits = LIMITS) {
    this.#limits = limits
  }

  /** Throws 'throttled' where a user has enough on the way, and 'unavailable' where all together have. */
  admit(user: number) {
    const busy = { details: { retry_after: RETRY_AFTER_SECONDS } }
    if ((this.#running.get(user) ?? 0) >= this.#limits.perUser)
      throw new Fault('throttled', USER_LIMIT_REACHED, busy)
    if (this.#total >= this.#limits.total) throw new Fault('unavailable', TOTAL_LIMIT_REACHED)
  }

  /** Counts one more on its way to a user until the response has ended. Throws as `admit` does. */
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

/** How long a reader may take nothing, and how long the whole of a document may take, in ms. */
const READER_TIMEOUTS_MS = { silence: 60_000, whole: 15 * 60_000 }
const CHECKS_PER_TIMEOUT = 12

/** Ends a response whose reader does not read: what it is made from is freed. */
export function limitReaderSilence(response: ServerResponse, { silence, whole } = READER_TIMEOUTS_MS) {
  const begun = performance.now()
  let [taken, since] = [-1, begun]
  const watch = setInterval(() => {
    const now = performance.now()
    const waiting = response.writableLength
    const gone = (response.socket?.bytesWritten ?? 0) - waiting
    if (waiting === 0 || gone !== taken) [taken, since] = [gone, now]
    if (now - since >= silence || now - begun >= whole) response.destroy()
  }, silence / CHECKS_PER_TIMEOUT)
  finished(response, () => clearInterval(watch))
}

const CHUNK_BYTES = 64 * 1024

/** The bytes of a document in parts, so that one that is read slowly is told from one that is not. */
export const inChunks = (bytes: Buffer) =>
  Readable.from(
    (function* () {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
    })(),
  )

/** A sender that is silent for so long is given up, in ms. */
const SENDER_TIMEOUT_MS = 60_000

/** Ends the connection of who stops sending in the middle of a body; lifted when all has come, for an answer may take longer. */
export function limitSenderSilence({ raw, headers }: FastifyRequest): () => void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return () => {}
  // In a test without a network there is no socket to bound.
  raw.socket.setTimeout?.(SENDER_TIMEOUT_MS)
  return () => void raw.socket.setTimeout?.(0)
}

/**
 * An answer may stand before all is sent, and a browser reads it only then: the rest of what could be an honest form is
 * taken in and dropped by the server. Who sends more than that, or does not say how much, is cut off.
 */
export function closeUnreadConnections(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const endless = headers['transfer-encoding'] !== undefined
    if (!raw.complete && (endless || Number(headers['content-length'] ?? 0) > MAX_FORM_BYTES))
      reply.header('Connection', 'close')
  })
}
