import { timingSafeEqual } from 'node:crypto'
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify'
import type pg from 'pg'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Config } from '../platform/config.ts'
import type { Services } from '../platform/context.ts'
import { hashToken } from '../platform/tokens.ts'
import { VERSION } from '../platform/version.ts'
import { findSystemFacts } from './metrics_queries.ts'

/** In seconds: from a cached answer to a large export. */
const BUCKETS = [0.005, 0.025, 0.1, 0.5, 2.5, 10, 60]

interface Measured {
  services: Services
  /** The connection pools, by name. */
  pools: Record<string, pg.Pool>
}

/**
 * The metrics of this process. Labels hold patterns of routes, states and names of pools only, so their number is bounded
 * and no metric speaks of a person.
 */
export class Metrics {
  readonly #registry = new Registry()
  readonly #measured: Measured
  readonly #requests: Histogram<'method' | 'route' | 'status'>
  readonly #gauges: Record<keyof typeof GAUGES, Gauge>
  readonly #mails: Gauge<'state'>
  readonly #connections: Gauge<'pool' | 'state'>
  readonly #failedSignIns: Counter

  constructor(measured: Measured) {
    const registers = [this.#registry]
    this.#measured = measured
    collectDefaultMetrics({ register: this.#registry })
    new Gauge({
      name: 'ao_build_info',
      help: 'Always 1; the version is a label.',
      labelNames: ['version', 'node'],
      registers,
    }).set({ version: VERSION, node: process.versions.node }, 1)
    this.#requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests by method, pattern of the route and class of the status.',
      labelNames: ['method', 'route', 'status'],
      buckets: BUCKETS,
      registers,
    })
    this.#mails = new Gauge({ name: 'ao_mails', help: 'E-mails by state.', labelNames: ['state'], registers })
    this.#connections = new Gauge({
      name: 'ao_database_connections',
      help: 'Connections of this process by pool and state; waiting: requests that wait for one.',
      labelNames: ['pool', 'state'],
      registers,
    })
    this.#failedSignIns = new Counter({
      name: 'ao_failed_sign_ins_total',
      help: 'Failed sign-ins and second factors in the audit log.',
      registers,
    })
    this.#gauges = Object.fromEntries(
      Object.entries(GAUGES).map(([name, help]) => [name, new Gauge({ name, help, registers })]),
    ) as Record<keyof typeof GAUGES, Gauge>
  }

  /** Measures every request of the server. */
  observe(app: FastifyInstance) {
    app.addHook('onResponse', async ({ method, routeOptions: { url } }, { statusCode, elapsedTime }) => {
      // What is served at any other address are screens, which are one page, and addresses that do not exist.
      const labels = {
        method: knownMethod(method),
        route: url ?? 'other',
        status: `${Math.floor(statusCode / 100)}xx`,
      }
      this.#requests.observe(labels, elapsedTime / 1000)
    })
  }

  readonly contentType = this.#registry.contentType

  /** In Prometheus' text format. */
  async read(): Promise<string> {
    for (const [pool, { totalCount, idleCount, waitingCount }] of Object.entries(this.#measured.pools)) {
      this.#connections.set({ pool, state: 'idle' }, idleCount)
      this.#connections.set({ pool, state: 'active' }, totalCount - idleCount)
      this.#connections.set({ pool, state: 'waiting' }, waitingCount)
    }
    await this.#readDatabase()
    return this.#registry.metrics()
  }

  /** Without a database its metrics are absent, and the others are still told. */
  async #readDatabase() {
    const { db, clock } = this.#measured.services
    const facts = await findSystemFacts(db, clock()).catch(() => null)
    const gauges = this.#gauges
    gauges.ao_database_up.set(facts ? 1 : 0)
    this.#mails.reset()
    this.#failedSignIns.reset()
    for (const name of FROM_DATABASE) gauges[name].remove()
    if (!facts) return
    for (const { state, count } of facts.mails) this.#mails.set({ state }, count)
    this.#failedSignIns.inc(facts.failedSignIns)
    gauges.ao_sessions.set(facts.sessions)
    gauges.ao_maintenance.set(facts.maintenance ? 1 : 0)
    if (facts.backupAt) gauges.ao_last_backup_timestamp_seconds.set(Date.parse(facts.backupAt) / 1000)
    if (facts.sealAt) gauges.ao_last_seal_timestamp_seconds.set(Date.parse(facts.sealAt) / 1000)
  }
}

const GAUGES = {
  ao_database_up: '1 while the database answers.',
  ao_sessions: 'Valid sessions.',
  ao_maintenance: '1 while maintenance is on.',
  ao_last_backup_timestamp_seconds: 'When the last good backup was made; absent without one.',
  ao_last_seal_timestamp_seconds: 'When the audit log was last sealed; absent before.',
} as const
const FROM_DATABASE = [
  'ao_sessions',
  'ao_maintenance',
  'ao_last_backup_timestamp_seconds',
  'ao_last_seal_timestamp_seconds',
] as const

/** A client may invent methods. */
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS']
const knownMethod = (method: string) => (METHODS.includes(method) ? method : 'other')

/** Headers that a proxy adds: these metrics are for whoever asks this machine itself. */
const FROM_PROXY = /^(forwarded|via|x-forwarded-.*|x-real-ip)$/u

const isFromProxy = ({ headers }: FastifyRequest) =>
  Object.keys(headers).some((name) => FROM_PROXY.test(name))

const hasToken = ({ headers }: FastifyRequest, token: string) =>
  timingSafeEqual(
    Buffer.from(hashToken(headers.authorization ?? '')),
    Buffer.from(hashToken(`Bearer ${token}`)),
  )

/** A server of its own for `/metrics`, not yet listening. It answers 403 to what comes through a proxy, 401 without the token. */
export function metricsServer(
  metrics: Metrics,
  { token }: Pick<NonNullable<Config['metrics']>, 'token'>,
): FastifyInstance {
  const server = Fastify()
  server.get('/metrics', async (request, reply) => {
    if (isFromProxy(request)) return reply.code(403).send({ message: 'Not through a proxy.' })
    if (token !== undefined && !hasToken(request, token))
      return reply.code(401).header('WWW-Authenticate', 'Bearer').send({ message: 'Unauthenticated.' })
    return reply.type(metrics.contentType).send(await metrics.read())
  })
  return server
}
