import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'

type Logger = FastifyServerOptions['logger']

/** Where a token stands in an address: the link of a reset, of a file, and of a confirmed e-mail. */
const TOKENS = /(\/password\/reset\/|\/api\/downloads\/|[?&](?:confirm|token|email_token)=)[^/?&#]+/gu

/** An address as it may stand in a log: whoever reads it there opens nothing with it. */
export const loggedAddress = (url: string) => url.replace(TOKENS, '$1…')

/** A logger in which no token of an address stands. */
export function withoutTokens(logger: Logger): Logger {
  if (typeof logger !== 'object') return logger && { serializers: { req } }
  return { ...logger, serializers: { ...logger.serializers, req } }
}

const req = ({ method, url, host, ip, socket }: FastifyRequest) => ({
  method,
  url: loggedAddress(url),
  host,
  remoteAddress: ip,
  remotePort: socket?.remotePort,
})

/** One line for each call, when it is answered; Fastify's own are two. */
export class OneLine extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const said = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...said, err: error }, 'not sent to its end')
    else request.log.info(said, 'answered')
  }
}
