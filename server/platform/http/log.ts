import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import type { Actor } from '#domain/session/actor.ts'
import { loggedError, loggedMessage, withoutAddresses } from '../logged_error.ts'
import { addressOf, plainAddress } from './throttle.ts'

type Logger = FastifyServerOptions['logger']

/** Tokens in paths: password reset and download. */
const TOKENS = /(\/password\/reset\/|\/api\/downloads\/)[^/]+/gu
/** A part of a path that may hold an e-mail address. */
const ADDRESS = /[^/]*(?:@|%40)[^/]*/giu
const PARAMETER = /^[\w.[\]-]{1,40}$/u
const MAX_PARAMETERS = 20

/** What the log keeps of a URL: the path without tokens and addresses, and the names of the parameters. */
export function loggedAddress(url: string): string {
  const [path = '', query] = url.split('#')[0]!.split(/\?(.*)/su)
  const shown = path.replace(TOKENS, '$1…').replace(ADDRESS, '…')
  if (!query) return shown
  const names = query.split('&', MAX_PARAMETERS).map((one) => nameOf(one.split('=', 1)[0]!))
  return `${shown}?${[...new Set(names)].join('&')}`
}

/** The name of a query parameter, unless it may be more than a name. */
function nameOf(text: string): string {
  const name = text.replace(/%5B/giu, '[').replace(/%5D/giu, ']')
  return PARAMETER.test(name) ? name : '…'
}

const actors = new WeakMap<FastifyRequest, { user: number; acting_as?: number }>()

/** Notes for the log who sends a request; `acting` is the user that an administrator acts as. */
export function noteActor(request: FastifyRequest, { id }: Actor, acting: { id: number } | null) {
  actors.set(request, { user: id, ...(acting && { acting_as: acting.id }) })
}

/** Logger options with which no line keeps personal data: no values of parameters, no addresses, no values in errors. */
export function withoutPersonalData(logger: Logger): Logger {
  if (!logger) return false
  const options = typeof logger === 'object' ? logger : {}
  const { stream = process.stdout } = options as { stream?: { write(line: string): unknown } }
  return {
    ...options,
    serializers: { ...options.serializers, req: requestSerializer, err: loggedError },
    hooks: { logMethod: hideMessage },
    stream: { write: (line: string) => void stream.write(withoutAddresses(line)) },
  } as Logger
}

const requestSerializer = (request: FastifyRequest) => ({
  method: request.method,
  url: loggedAddress(request.url),
  ...actors.get(request),
})

/** Pino takes an error's own message for the line's where it is given none. */
function hideMessage(this: unknown, args: unknown[], method: (...args: unknown[]) => void) {
  const [first, ...rest] = args
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  if (!(error instanceof Error) || rest.length > 0) return method.apply(this, args)
  method.call(this, first instanceof Error ? { err: first } : first, loggedMessage(error))
}

/** The line that fail2ban reads (deploy/fail2ban): the only one with an address. */
export const logFailedSignIn = (request: FastifyRequest) =>
  request.log.warn(`Failed sign-in from ${plainAddress(addressOf(request))}`)

/** Logs one line per request, when it is answered; Fastify logs two by default. */
export class OneLinePerRequest extends LogController {
  override incomingRequest() {}

  override requestCompleted(error: Error | null | undefined, request: FastifyRequest, reply: FastifyReply) {
    const details = { req: request, res: reply, responseTime: reply.elapsedTime }
    if (error) request.log.error({ ...details, err: error }, 'not sent to its end')
    else request.log.info(details, 'answered')
  }
}
