import type { FastifyInstance, FastifyRequest } from 'fastify'
import { MOST_OF_FORM } from './multipart.ts'

/** A sender that is silent for so long is given up, in ms. */
const SILENCE = 60_000

/** Ends the connection of who stops sending in the middle of a body; lifted when all has come, for an answer may take longer. */
export function boundSilence({ raw, headers }: FastifyRequest): () => void {
  if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return () => {}
  // In a test without a network there is no socket to bound.
  raw.socket.setTimeout?.(SILENCE)
  return () => void raw.socket.setTimeout?.(0)
}

/**
 * An answer may stand before all is sent, and a browser reads it only then: the rest of what could be an honest form is
 * taken in and dropped by the server. Who sends more than that, or does not say how much, is cut off.
 */
export function boundUnread(app: FastifyInstance) {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const endless = headers['transfer-encoding'] !== undefined
    if (!raw.complete && (endless || Number(headers['content-length'] ?? 0) > MOST_OF_FORM))
      reply.header('Connection', 'close')
  })
}
