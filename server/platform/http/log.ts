import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

type Logger = FastifyServerOptions['logger']

/** Tokens in URLs: password reset, download, e-mail confirmation. */
const TOKENS = /(\/password\/reset\/|\/api\/downloads\/|[?&](?:confirm|token|email_token)=)[^/?&#]+/gu

/** A URL with its tokens removed. */
export const loggedAddress = (url: string) => url.replace(TOKENS, '$1…')

export function redactTokens(logger: Logger): Logger {
  if (typeof logger !== 'object') return logger && { serializers: { req: requestSerializer } }
  return { ...logger, serializers: { ...logger.serializers, req: requestSerializer } }
}

const requestSerializer = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: loggedAddress(url),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})

/** Logs one line per request, when it is answered; Fastify logs two by default. */
export class OneLinePerRequest extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const details = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...details, err: error }, 'not sent to its end')
    else request.log.info(details, 'answered')
  }
}
