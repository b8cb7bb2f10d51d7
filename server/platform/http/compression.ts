import { pipeline, Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Characters. Anything shorter fits into one packet anyway. */
const MIN_COMPRESSED_LENGTH = 1024

/** Each answer is compressed once and sent once, so higher quality would cost more time than it saves. */
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

/** The best content coding that `Accept-Encoding` allows, or null; `br;q=0` refuses brotli. */
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

/** Compresses the payload as the client accepts it, and sets the headers. */
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
  // Destroys both streams when either fails; Fastify reports the error.
  return pipeline(payload, coding.stream(), () => {})
}

/**
 * Compresses JSON and CSV; PDF files and images are compressed already, and event streams must not be buffered.
 * Safe against BREACH: no compressed body contains both a secret and text that an attacker chooses. Requests from other
 * sites carry no session (SameSite cookies), tokens travel in headers, and secrets that are shown once are answers to POST.
 */
export function compressAnswers(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    const type = String(reply.getHeader('Content-Type') ?? '')
    const isJson = typeof payload === 'string' && type.startsWith('application/json')
    const isCsv = payload instanceof Readable && type.startsWith('text/csv')
    return isJson || isCsv ? compressPayload(request, reply, payload) : payload
  })
}
