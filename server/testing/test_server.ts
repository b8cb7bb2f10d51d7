import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, inject } from 'vitest'
import { type Client, client, type Send } from '#domain/client.ts'
import { contract, type SystemContract } from '#domain/contract.ts'
import { Fault, faultKindOf } from '#domain/errors.ts'
import type { Actor } from '#domain/session/actor.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../platform/config.ts'
import { type Ctx, context, type Db, type Services } from '../platform/context.ts'
import { openDatabase } from '../platform/database/database.ts'
import { openFiles } from '../platform/files.ts'
import { csrfTokenOf } from '../platform/http/cookies.ts'
import { hashToken, newToken } from '../platform/tokens.ts'
import { databaseUrl, queryServer } from './database_server.ts'
import { holdAgainstDocument } from './document.ts'

type Reply = Awaited<ReturnType<FastifyInstance['inject']>>

/** A user's or visitor's access to the server: the typed client and plain requests. */
export interface TestClient {
  api: Client<SystemContract>
  cookie: string
  /** The CSRF token of writing requests. */
  csrf: string
  request(
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Reply>
}

export interface TestServer {
  db: Db
  app: FastifyInstance
  services: Services
  /** A service context for an actor, or for a visitor. */
  ctx(actor?: Actor): Ctx
  visitor: TestClient
  /** A browser in which this user is signed in. */
  as(actor: Actor): Promise<TestClient>
  /** Sets the clock. */
  at(now: string | Date): void
}

const VISITORS = 'a'.repeat(43)

/** Cookies and CSRF token of a session, or of a visitor. */
export function browserCookies(session?: string) {
  const csrf = session ? csrfTokenOf(session) : VISITORS
  return { csrf, cookie: `XSRF-TOKEN=${csrf}${session ? `; ao_session=${session}` : ''}` }
}

function visit(app: FastifyInstance, session?: string): TestClient {
  const { csrf, cookie } = browserCookies(session)
  const request: TestClient['request'] = (method, url, body, headers = {}) =>
    app.inject({
      method,
      url,
      headers: { cookie, 'x-xsrf-token': csrf, ...headers },
      ...(body !== undefined && { payload: body as object }),
    })
  const send: Send = async (endpoint, path, body) => {
    const reply = await request(endpoint.method, path, body)
    if (reply.statusCode === 204) return undefined
    if (reply.statusCode >= 300) {
      const { message, errors, ...details } = reply.json()
      throw new Fault(faultKindOf(reply.statusCode, details), message, { errors, details })
    }
    return endpoint.gives === 'file' ? reply.rawPayload : reply.json()
  }
  return { api: client(contract, send), cookie, csrf, request }
}

interface Built {
  app: FastifyInstance
  services: Services
}

/** Holds every answer that a test gets against the API document. */
function heldAgainstDocument(app: FastifyInstance): FastifyInstance {
  const send = app.inject.bind(app) as (request: InjectOptions | string) => Promise<Reply>
  const inject = async (request: InjectOptions | string) => {
    const reply = await send(request)
    const { method = 'GET', url = '' } = typeof request === 'string' ? { url: request } : request
    holdAgainstDocument({
      method,
      url: String(url),
      status: reply.statusCode,
      type: reply.headers['content-type']?.toString(),
      body: reply.headers['content-encoding'] ? null : reply.payload,
    })
    return reply
  }
  return Object.assign(app, { inject })
}

/** The app of the previous test: building one takes longer than most tests, and it keeps no state. */
let free: Built | null = null

/** Builds or reuses an app over `services`, for one test at a time. */
async function serverOn(services: Services): Promise<Built> {
  const built = free ?? { app: heldAgainstDocument(await buildApp(services)), services }
  free = null
  Object.assign(built.services, services)
  return built
}

/** A server over a database. */
export async function createTestServer(
  db: Db,
  exportDb = db,
): Promise<{ server: TestServer; close(): Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'ao-server-'))
  let now: Date | null = null
  const built = await serverOn({
    db,
    exportDb,
    files: openFiles(folder, undefined),
    config: readConfig({ DATA_DIR: folder, RATE_LIMIT_PER_MINUTE: '0' }),
    clock: () => now ?? new Date(),
  })
  const { app, services } = built
  const server: TestServer = {
    db,
    app,
    services,
    ctx: (actor) => context(services, actor as Actor, '127.0.0.1'),
    visitor: visit(app),
    async as(actor) {
      const token = newToken()
      const at = services.clock().toISOString()
      await db
        .insertInto('sessions')
        .values({ token_hash: hashToken(token), user_id: actor.id, created_at: at, last_seen_at: at })
        .execute()
      return visit(app, token)
    },
    at(when) {
      now = new Date(when)
    },
  }
  const close = async () => {
    free = built
    rmSync(folder, { recursive: true, force: true })
  }
  return { server, close }
}

/** A new database, copied from the migrated template. */
export async function copyDatabase(connections: number) {
  const server = inject('databaseServer')
  const template = inject('template')
  const name = `${template}_${randomBytes(6).toString('hex')}`
  await queryServer(server, `create database ${name} template ${template}`)
  const database = openDatabase(databaseUrl(server, name), { max: connections })
  const close = async () => {
    await database.close()
    await queryServer(server, `drop database if exists ${name} with (force)`)
  }
  return { ...database, url: databaseUrl(server, name), close }
}

/** The database of a worker's tests, dropped at the end of the run. */
let shared: ReturnType<typeof copyDatabase> | null = null

/** Opens a server whose database is rolled back when it closes. */
async function openServer() {
  shared ??= copyDatabase(2)
  const { db } = await shared
  const tx = await db.startTransaction().execute()
  const opened = await createTestServer(tx)
  const close = async () => {
    await opened.close()
    await tx.rollback().execute()
  }
  return { server: opened.server, close }
}

/** Runs a test on a server whose database is rolled back afterwards. */
export async function withServer(work: (server: TestServer) => Promise<void>) {
  const { server, close } = await openServer()
  try {
    await work(server)
  } finally {
    await close()
  }
}

async function undo(db: Db, savepoint: string) {
  await sql`rollback to savepoint ${sql.id(savepoint)}`.execute(db)
  await sql`release savepoint ${sql.id(savepoint)}`.execute(db)
}

/**
 * One server for all tests of the surrounding `describe`, with what `setUp` creates in it; each test's own writes are
 * rolled back. A nested `describe` can add to it with `alsoSetUp`. None of these tests may call `withServer`.
 */
export function sharedServer<T extends object>(setUp: (server: TestServer) => Promise<T>) {
  let opened: Awaited<ReturnType<typeof openServer>> | undefined
  const scene = {} as T & { world: TestServer }
  beforeAll(async () => {
    opened = await openServer()
    Object.assign(scene, await setUp(opened.server), { world: opened.server })
  })
  afterAll(() => opened?.close())
  beforeEach(() => sql`savepoint test`.execute(scene.world.db))
  afterEach(() => undo(scene.world.db, 'test'))
  const alsoSetUp = <U extends object>(add: (scene: T & { world: TestServer }) => Promise<U>) => {
    const more = {} as U
    beforeAll(async () => {
      await sql`savepoint tests`.execute(scene.world.db)
      Object.assign(more, await add(scene))
    })
    afterAll(() => undo(scene.world.db, 'tests'))
    return more
  }
  return { scene, alsoSetUp }
}

/** Runs a test on a server with its own database and parallel connections, for races. */
export async function withParallelServer(work: (server: TestServer) => Promise<void>) {
  const database = await copyDatabase(10)
  const exporting = openDatabase(database.url, { max: 4 })
  const { server, close } = await createTestServer(database.db, exporting.db)
  try {
    await work(server)
  } finally {
    await close()
    await exporting.close()
    await database.close()
  }
}
