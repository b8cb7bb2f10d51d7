import cookie from '@fastify/cookie'
import Fastify, { type FastifyRequest, type FastifyServerOptions } from 'fastify'
import { contract } from '#domain/contract.ts'
import type { Actor } from '#domain/session/actor.ts'
import { exports } from './downloads/routes.ts'
import { handlers } from './handlers.ts'
import { impersonatedActor } from './impersonation/service.ts'
import { identifyToken } from './platform/api_tokens.ts'
import { context, type Services } from './platform/context.ts'
import { DatabaseErrorLog } from './platform/database/lost_connection.ts'
import { bearerToken } from './platform/http/bearer.ts'
import { compressAnswers } from './platform/http/compression.ts'
import { requireCsrfToken } from './platform/http/cookies.ts'
import { serveDocs } from './platform/http/docs.ts'
import { answerErrors, answerUnparsableRequest } from './platform/http/errors.ts'
import { sendSecurityHeaders } from './platform/http/headers.ts'
import { serveHealth } from './platform/http/health.ts'
import { noteActor, OneLinePerRequest, withoutPersonalData } from './platform/http/log.ts'
import { MAX_PUBLIC_BODY_BYTES, mount } from './platform/http/mount.ts'
import { acceptForms } from './platform/http/multipart.ts'
import { parseQuery } from './platform/http/query.ts'
import { closeUnreadConnections, DownloadLimiter } from './platform/http/slow_clients.ts'
import { addressOf, generalLimit, networkOf } from './platform/http/throttle.ts'
import { requireNoMaintenance } from './platform/maintenance.ts'
import { inRepository } from './platform/repository.ts'
import { identify, sessionControl } from './platform/session.ts'
import { keepAct } from './undo/keep.ts'
import { serveWeb } from './web.ts'

/** Enough for 50 MB at 450 kbit/s, as on a train. */
const REQUEST_TIMEOUT_MS = 15 * 60 * 1000
const HEADERS_TIMEOUT_MS = 20 * 1000
/** Trusted proxies: a number of hops, or addresses. */
const trustProxyOption = (proxies: number | string[]) =>
  typeof proxies === 'number' ? (_: string, hop: number) => hop < proxies : proxies

/** Each user has their own requests a minute, and each token, so that a script does not use up those of its maker. */
function limitKeyOf(actor: Actor | null) {
  if (actor?.token) return `token ${actor.token.id}`
  return actor && `user ${(actor.impersonatedBy?.admin ?? actor).id}`
}

const web = inRepository('dist/web')

/** Builds the whole server, not yet listening, for production and tests. `services` is read again at each request. */
export async function buildApp(
  services: Services,
  logger: FastifyServerOptions['logger'] = false,
  losses = new DatabaseErrorLog(),
) {
  const { config } = services
  const { secure } = config
  const answerError = answerErrors(losses)
  const app = Fastify({
    logger: withoutPersonalData(logger),
    logController: new OneLinePerRequest(),
    trustProxy: trustProxyOption(config.trustProxy),
    // Errors before routing, such as a malformed URL.
    frameworkErrors: answerError,
    clientErrorHandler: answerUnparsableRequest,
    // The default; each endpoint sets its own limit.
    bodyLimit: MAX_PUBLIC_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    http: { headersTimeout: HEADERS_TIMEOUT_MS },
    routerOptions: { querystringParser: parseQuery, maxParamLength: 300, ignoreTrailingSlash: true },
  })
  sendSecurityHeaders(app, secure)
  await app.register(cookie)
  compressAnswers(app)
  acceptForms(app)
  closeUnreadConnections(app)
  requireCsrfToken(app, config)
  app.setErrorHandler(answerError)
  const limit = generalLimit(config.rateLimit)
  /** The end of the last maintenance, as it was read with the request's session; null before the first. */
  const lastMaintenance = new WeakMap<FastifyRequest, string | null>()
  mount(app, contract, handlers, {
    identify: async (request) => {
      const who =
        bearerToken(request) === undefined
          ? await identify({ db: services.db, secure }, services.clock(), request)
          : { acting: null, ...(await identifyToken(services.db, services.clock(), request)) }
      if (who) {
        noteActor(request, who.actor, who.acting)
        lastMaintenance.set(request, who.maintenance_until)
      }
      return who?.acting ? impersonatedActor(services.db, who.actor, who.acting) : (who?.actor ?? null)
    },
    context: (request, actor, mails) => context(services, actor, addressOf(request), mails),
    session: (request, reply) => sessionControl({ clock: services.clock, secure }, request, reply),
    temporary: () => services.files.temporary(),
    requireNoMaintenance: async (request) => {
      const until = lastMaintenance.get(request)
      const isOver = until === null || (until !== undefined && Date.parse(until) <= +services.clock())
      if (!isOver) await requireNoMaintenance(services.db, services.clock())
    },
    downloads: new DownloadLimiter(),
    keep: (actor, act) => keepAct(services, actor, act),
    throttle: (request, actor) => limit(limitKeyOf(actor) ?? networkOf(addressOf(request))),
  })
  serveHealth(app, services)
  serveDocs(app, contract, exports)
  await serveWeb(app, web, services, answerError)
  return app
}
