import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** What is shorter travels in one packet anyway; in letters. */
const MIN_COMPRESSED_LENGTH = 1024

/** Answers are made once and sent once: little is gained by trying harder, and the next caller waits for it. */
const brotli = {
  params: {
    [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_LGWIN]: 18,
  },
}
const CODINGS = {
  br: { whole: promisify(brotliCompress), stream: () => createBrotliCompress(brotli), options: brotli },
  gzip: { whole: promisify(gzip), stream: () => createGzip({ level: 4 }), options: { level: 4 } },
} as const

/** The coding that a caller takes and we like best, or null: `br;q=0` is a refusal. */
export function codingOf(accepted: string | undefined): keyof typeof CODINGS | null {
  const taken = new Map(
    (accepted ?? '').split(',').map((part) => {
      const [name = '', ...rest] = part.toLowerCase().split(';')
      const weight = rest.find((one) => one.trim().startsWith('q='))
      return [name.trim(), weight === undefined || Number(weight.trim().slice(2)) > 0] as const
    }),
  )
  const takes = (name: string) => taken.get(name) ?? taken.get('*') ?? false
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : null
}

/** What is sent in place of `payload` to a caller who takes it compressed; its headers say so. */
export async function compressPayload(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string | Readable,
) {
  if (typeof payload === 'string' && payload.length < MIN_COMPRESSED_LENGTH) return payload
  reply.header('Vary', 'Accept-Encoding')
  const name = codingOf(request.headers['accept-encoding'])
  if (!name || request.method === 'HEAD') return payload
  reply.header('Content-Encoding', name).removeHeader('Content-Length')
  const coding = CODINGS[name]
  if (typeof payload === 'string') return coding.whole(payload, coding.options)
  // Whichever of the two ends first takes the other with it, and the answer hears of what went wrong.
  return pipeline(payload, coding.stream(), () => {})
}

/**
 * Long answers and tables travel compressed; documents are so already, and lines that are read as they come are sent as
 * they come. No answer that has a secret in it repeats what a stranger wrote: a page of another site is not signed in
 * (cookies are SameSite), tokens of forms and sessions are in headers, and what is shown once is asked for by a POST.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('Content-Type') ?? '')
    const isJson = typeof payload === 'string' && type.startsWith('application/json')
    const isCsv = payload instanceof Readable && type.startsWith('text/csv')
    return isJson || isCsv ? compressPayload(request, reply, payload) : payload
  })
}
