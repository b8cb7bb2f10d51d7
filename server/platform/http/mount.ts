import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { allows } from '#domain/access.ts'
import { whyNotWithToken } from '#domain/api_tokens/rules.ts'
import { type Contract, type Endpoint, fileAddress, PREFER, RESPOND_ASYNC } from '#domain/endpoint.ts'
import { DEFAULT_ISSUE_MESSAGE, Fault, fieldErrors } from '#domain/errors.ts'
import {
  OPENED_AS_ANOTHER,
  READ_ONLY_WHILE_IMPERSONATING,
  SHOWN_USER_HEADER,
} from '#domain/impersonation/refusals.ts'
import type { MailKind } from '#domain/mail_kinds.ts'
import type { Actor } from '#domain/session/actor.ts'
import { whyNotBeforeSecondFactor } from '#domain/session/second_factor.ts'
import type { AnyCtx } from '../context.ts'
import { bearerToken } from './bearer.ts'
import { Answer, Attachment, type Handlers, type SessionControl } from './handlers.ts'
import { type Form, isForm, readMultipart } from './multipart.ts'
import { type DownloadLimiter, inChunks, limitReaderSilence, limitSenderSilence } from './slow_clients.ts'
import { PerUserConcurrencyLimit } from './throttle.ts'

/** What `mount` needs from the application. */
export interface RequestServices {
  identify(request: FastifyRequest): Promise<Actor | null>
  /** A context whose writes may only queue mails of these kinds. */
  context(request: FastifyRequest, actor: Actor | null, mails: readonly MailKind[]): AnyCtx
  session(request: FastifyRequest, reply: FastifyReply): SessionControl
  throttle(request: FastifyRequest, actor: Actor | null): Promise<void>
  /** Throws 'maintenance' while nobody can save. */
  requireNoMaintenance(request: FastifyRequest): Promise<void>
  downloads: DownloadLimiter
  /** Keeps an act that can be undone, and answers what is pending; null where it is to be carried out at once. */
  keep(actor: Actor, act: KeepableAct): Promise<unknown>
  /** A path for an uploaded file. */
  temporary(): string
}

/** An act that can be undone: its endpoint, what was sent, and its handler, bound to the validated input. */
export interface KeepableAct {
  area: string
  name: string
  endpoint: Endpoint
  input: { params: unknown; query: unknown; body: unknown }
  answer(ctx: AnyCtx): Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: a handler's own types are checked where it is written
type Unsafe = any

const MEGABYTE = 1024 * 1024
/** Each may occupy 50 MB of the disk while it is being sent. */
const MAX_FORMS_PER_USER = 4
/** The limit for requests without sign-in. */
export const MAX_PUBLIC_BODY_BYTES = 64 * 1024

type ContractHandlers<C extends Contract> = { [A in keyof C]: Handlers<C[A]> }

interface AdmittedRequest {
  ctx: AnyCtx
  address: { params: unknown; query: unknown }
  /** Lifts the limit on the sender's silence. */
  read(): void
}

/**
 * Serves every endpoint of the contract: checks access before it reads the body, then validates it and calls the
 * handler.
 */
export function mount<C extends Contract>(
  app: FastifyInstance,
  contract: C,
  handlers: ContractHandlers<C>,
  gate: RequestServices,
) {
  const forms = new PerUserConcurrencyLimit(MAX_FORMS_PER_USER)
  for (const [area, endpoints] of Object.entries(contract))
    for (const [name, endpoint] of Object.entries(endpoints)) {
      const handler = (handlers[area] as Record<string, Unsafe>)[name]
      const { before, answer = handler } = handler
      const admitted = new WeakMap<FastifyRequest, AdmittedRequest>()
      app.route({
        method: endpoint.method,
        url: endpoint.path,
        bodyLimit: bodyLimit(endpoint),
        onRequest: async (request, reply) => {
          const isAnonymous = endpoint.anonymous && bearerToken(request) === undefined
          const caller = isAnonymous ? null : await gate.identify(request)
          await gate.throttle(request, caller)
          const actor = effectiveActor(endpoint, caller)
          requireShownUser(endpoint, request, actor)
          requireAccess(endpoint, actor)
          if (!endpoint.duringMaintenance) await gate.requireNoMaintenance(request)
          if (actor && endpoint.reply === fileAddress) gate.downloads.admit(limitKey(actor))
          if (actor && endpoint.gives === 'file') gate.downloads.begin(limitKey(actor), reply.raw)
          const ctx = gate.context(request, actor, endpoint.mails)
          const address = readAddress(endpoint, request)
          const read = limitSenderSilence(request)
          const why = before && (await catchRefusal(endpoint, () => before(ctx, address)))
          if (why) return send(endpoint, reply, why)
          admitted.set(request, { ctx, address, read })
        },
        handler: async (request, reply) => {
          const { ctx, address, read } = admitted.get(request)!
          const { body, drop } = isForm(request)
            ? await readForm(endpoint, request, forms.enter(limitKey(ctx.actor)), gate.temporary())
            : { body: plainBody(request), drop: async () => {} }
          read()
          const use = async () => {
            // Sending a form may take 15 minutes: the user may have lost access, or maintenance begun meanwhile.
            if (isForm(request)) {
              const now = effectiveActor(endpoint, await gate.identify(request))
              requireShownUser(endpoint, request, now)
              requireAccess(endpoint, now)
              if (!endpoint.duringMaintenance) await gate.requireNoMaintenance(request)
            }
            const input = call()
            if (!endpoint.undoable || !ctx.actor || !prefersLater(request)) return answer(ctx, input)
            const kept = await gate.keep(ctx.actor, {
              area,
              name,
              endpoint,
              input: { params: request.params, query: request.query, body },
              answer: (inner) => answer(inner, input),
            })
            return kept ?? answer(ctx, input)
          }
          const call = () => ({
            ...address,
            body: endpoint.method === 'GET' ? undefined : check(endpoint.body, body),
            headers: request.headers,
            session: gate.session(request, reply),
            get closed() {
              return closedBefore(reply)
            },
          })
          const result = await catchRefusal(endpoint, use).finally(drop)
          return send(endpoint, reply, result)
        },
      })
    }
}

/** The caller asks for the answer before the act is carried out (RFC 7240). */
const prefersLater = ({ headers }: FastifyRequest) =>
  String(headers[PREFER.toLowerCase()] ?? '')
    .split(/[,;]/u)
    .some((one) => one.trim().toLowerCase() === RESPOND_ASYNC)

/** A signal that is aborted when the connection closes before the answer is sent. */
function closedBefore({ raw }: FastifyReply): AbortSignal {
  const closed = new AbortController()
  const abortUnlessSent = () => {
    if (!raw.writableEnded) closed.abort()
  }
  if (raw.destroyed) abortUnlessSent()
  else raw.once('close', abortUnlessSent)
  return closed.signal
}

/** In bytes; for a form the total of its fields without the file. Only staff save whole allocation grids. */
function bodyLimit({ access, takes }: Endpoint) {
  if (access === 'public') return MAX_PUBLIC_BODY_BYTES
  if (takes === 'multipart') return 2 * MEGABYTE
  return allows(access, ['reviewer', 'proposer']) ? MEGABYTE : 8 * MEGABYTE
}

/** While impersonating, an administrator reads as the user, and writes (to stop impersonating) as themself. */
function effectiveActor({ method, whileImpersonating }: Endpoint, caller: Actor | null): Actor | null {
  if (!caller?.impersonatedBy) return caller
  if (!whileImpersonating) throw new Fault('forbidden', READ_ONLY_WHILE_IMPERSONATING)
  return method === 'GET' ? caller : caller.impersonatedBy.admin
}

/**
 * A tab keeps its screens when another one starts or stops impersonating, or signs in as someone else: what it then sends
 * was not meant by the session's present user. Public endpoints and the end of impersonation concern the session itself.
 */
function requireShownUser(
  { method, access, whileImpersonating }: Endpoint,
  request: FastifyRequest,
  actor: Actor | null,
) {
  const shown = request.headers[SHOWN_USER_HEADER.toLowerCase()]
  if (method === 'GET' || access === 'public' || whileImpersonating || !actor || shown === undefined) return
  if (shown !== String(actor.id)) throw new Fault('forbidden', OPENED_AS_ANOTHER(actor.name))
}

/** A token's limits are its own, not its maker's: their ids are positive. */
const limitKey = (actor: Actor | null) => (actor?.token ? -actor.token.id : (actor?.id ?? 0))

function requireAccess(endpoint: Endpoint, actor: Actor | null) {
  if (actor?.token) {
    const why = whyNotWithToken(endpoint, actor.token)
    if (why) throw new Fault('forbidden', why, { details: { required_scope: endpoint.scope } })
  }
  if (endpoint.access === 'public') return
  if (!actor) throw new Fault('unauthenticated')
  if (!allows(endpoint.access, actor.roles)) throw new Fault('forbidden')
  const why = whyNotBeforeSecondFactor(actor, endpoint.path)
  if (why) throw new Fault('forbidden', why)
}

function readAddress(endpoint: Endpoint, request: FastifyRequest) {
  const params = endpoint.params.safeParse(request.params)
  if (!params.success) throw new Fault('missing')
  return { params: params.data, query: check(endpoint.query, request.query) }
}

/** Calls `leave` once the form's file has been removed. */
async function readForm(
  endpoint: Endpoint,
  request: FastifyRequest,
  leave: () => void,
  path: string,
): Promise<Form> {
  try {
    const { body, drop } = await readMultipart(endpoint, request, bodyLimit(endpoint), path)
    return { body, drop: () => drop().finally(leave) }
  } catch (error) {
    leave()
    throw error
  }
}

/** A missing body counts as an empty object. */
function plainBody({ body }: FastifyRequest): object {
  if (body !== undefined && body !== null && typeof body !== 'object') throw new Fault('invalid')
  return body ?? {}
}

function check(shape: z.ZodType, value: unknown): unknown {
  const parsed = shape.safeParse(value, DEFAULT_ISSUE_MESSAGE)
  if (parsed.success) return parsed.data
  throw new Fault('invalid', undefined, { errors: fieldErrors(parsed.error.issues) })
}

/** Turns a refusal into the endpoint's answer for refusals. */
async function catchRefusal(endpoint: Endpoint, handle: () => Promise<unknown>): Promise<unknown> {
  try {
    return await handle()
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'refused') throw error
    return new Answer(endpoint.refusal, { result: 0, message: error.message, ...error.details })
  }
}

/** Parses the reply with its schema, so that only fields of the contract leave the server. */
function send(endpoint: Endpoint, reply: FastifyReply, result: unknown) {
  if (result instanceof Attachment) {
    const { name, type, content, headers } = result
    limitReaderSilence(reply.raw)
    if (Buffer.isBuffer(content)) reply.header('Content-Length', content.length)
    return reply
      .headers(headers)
      .header('Content-Type', type)
      .header('Content-Disposition', contentDisposition(name))
      .send(Buffer.isBuffer(content) ? inChunks(content) : content)
  }
  const answer = result instanceof Answer ? result : new Answer(200, result)
  reply.code(answer.status).headers(answer.headers)
  if ([204, 303, 304].includes(answer.status)) return reply.send()
  return reply.type('application/json').send(JSON.stringify(endpoint.reply.parse(answer.body)))
}

/** RFC 6266: an ASCII name for old clients and the real one in UTF-8. */
function contentDisposition(name: string) {
  const plain = name.replace(/[^\w.-]/gu, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/gu, (c) => `%${c.charCodeAt(0).toString(16)}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}
