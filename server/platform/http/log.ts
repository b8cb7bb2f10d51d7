import { type FastifyReply, type FastifyRequest, type FastifyServerOptions, LogController } from 'fastify'
import { screenAt } from '#domain/screens.ts'
import type { Actor } from '#domain/session/actor.ts'
import { loggedError, loggedMessage, withoutAddresses } from '../logged_error.ts'
import { addressOf, plainAddress } from './throttle.ts'

type Logger = FastifyServerOptions['logger']

const NAME = /^[a-z]\w{0,39}(?:\[\d*\])?$/u
const MAX_PARAMETERS = 20

/**
 * What the log keeps of a URL: the path, with its parameters only where they are numbers, and the names of the query's. A path
 * that is neither a route's nor a screen's may be anything. `route` is a pattern such as '/api/users/:id'.
 */
export function loggedAddress(url: string, route: string | undefined): string {
  const [path = '', query] = url.split('#')[0]!.split(/\?(.*)/su)
  const pattern = route?.includes('*') ? undefined : route
  const shown = loggedPath(path, pattern ?? screenAt(path)?.path)
  if (!query) return shown
  const names = query.split('&', MAX_PARAMETERS).map(loggedName)
  return `${shown}?${[...new Set(names)].join('&')}`
}

const SCRIPTS = '/assets/'

function loggedPath(path: string, pattern: string | undefined): string {
  if (pattern === undefined) return path.startsWith(SCRIPTS) ? `${SCRIPTS}…` : '(unknown path)'
  const sent = path.split('/')
  const isParameter = /^[:$]/u
  return pattern
    .split('/')
    .map((part, i) => (isParameter.test(part) ? (/^\d+$/u.test(sent[i] ?? '') ? sent[i] : '…') : part))
    .join('/')
}

/** The name of a query parameter, unless it may be more than a name. */
function loggedName(parameter: string): string {
  const [encoded = '', value] = parameter.split('=', 2)
  const name = encoded.replace(/%5B/giu, '[').replace(/%5D/giu, ']')
  return value !== undefined && NAME.test(name) ? name : '…'
}

const actors = new WeakMap<FastifyRequest, { user: number; acting_as?: number; token?: number }>()

/** Notes for the log who sends a request; `acting` is the user that an administrator acts as. */
export function noteActor(request: FastifyRequest, { id, token }: Actor, acting: { id: number } | null) {
  actors.set(request, {
    user: id,
    ...(acting && { acting_as: acting.id }),
    ...(token && { token: token.id }),
  })
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
  url: loggedAddress(request.url, request.routeOptions?.url),
  ...actors.get(request),
})

/** Pino takes an error's own message for the line's where it is given none. */
function hideMessage(this: unknown, args: unknown[], method: (...args: unknown[]) => void) {
  const [first, ...rest] = args
  const error = first instanceof Error ? first : (first as { err?: unknown } | undefined)?.err
  if (!(error instanceof Error) || rest.length > 0) return method.apply(this, args)
  method.call(this, first instanceof Error ? { err: first } : first, loggedMessage(error))
}

/** The line that fail2ban reads (deploy/fail2ban), of a wrong API token too: the only one with an address. */
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
