import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

type Logger = FastifyServerOptions['logger']

/** Where a token stands in an address: the link of a reset, of a file, and of a confirmed e-mail. */
const TOKENS = /(\/password\/reset\/|\/api\/downloads\/|[?&](?:confirm|token|email_token)=)[^/?&#]+/gu

/** An address as it may stand in a log: whoever reads it there opens nothing with it. */
export const loggedAddress = (url: string) => url.replace(TOKENS, '$1…')

/** A logger in which no token of an address stands. */
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

/** One line for each call, when it is answered; Fastify's own are two. */
export class OneLinePerRequest extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const details = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...details, err: error }, 'not sent to its end')
    else request.log.info(details, 'answered')
  }
}
