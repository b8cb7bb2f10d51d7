import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Ctx, Db } from '../context.ts'
import type { TokenCookies } from './cookies.ts'

/** The parameters of a URL, validated by the endpoint's schemas. */
interface AddressInput<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
}

/** A request, validated by the endpoint's schemas. */
export interface EndpointInput<E extends Endpoint> extends AddressInput<E> {
  body: BodyOf<E>
  headers: Record<string, string | string[] | undefined>
  session: SessionControl
  /** Aborted when the client disconnects before the answer, so that work for the answer alone can stop. */
  readonly closed: AbortSignal
}

/** Starts and ends the caller's session, in the transaction of the command. */
export interface SessionControl extends TokenCookies {
  /** Hash of the caller's session token. */
  readonly own: string
  /** IP address and user agent. */
  readonly from: { address: string; agent: string }
  /**
   * Replaces the browser's session by a new one; the caller has locked the user. `secondFactorAsserted`: the provider with
   * which they came in says that they used one.
   */
  start(tx: Db, userId: number, how?: { secondFactorAsserted: boolean }): Promise<void>
  end(tx: Db): Promise<void>
  /** Ends the user's other sessions and returns their number; the caller has locked the user. */
  endOthers(tx: Db, userId: number): Promise<number>
  /** Starts or, with null, stops impersonating; returns the id of the user impersonated before. */
  actAs(tx: Db, acting: { id: number; until: string } | null): Promise<number | null>
  /** Sets the CSRF cookie. */
  offerCsrf(): void
  /** Logs a failed sign-in. */
  logFailure(): void
  /** Logs what went wrong at a sign-in provider. */
  logProviderError(provider: string, error: unknown): void
}

/** A file to download. */
export class Attachment {
  readonly name: string
  readonly type: string
  readonly content: Buffer | Readable
  readonly headers: Record<string, string>
  constructor(name: string, type: string, content: Buffer | Readable, headers: Record<string, string> = {}) {
    this.name = name
    this.type = type
    this.content = content
    this.headers = headers
  }
}

/** An answer with a status other than 200 or with extra headers. */
export class Answer<T> {
  readonly status: number
  readonly body: T
  readonly headers: Record<string, string>
  constructor(status: number, body: T, headers: Record<string, string> = {}) {
    this.status = status
    this.body = body
    this.headers = headers
  }
}

export type CtxOf<E extends Endpoint> = E['access'] extends 'public' ? Ctx<Actor | null> : Ctx
type ReplyInput<E extends Endpoint> = z.input<E['reply']>

type AnswerRequest<E extends Endpoint> = (
  ctx: CtxOf<E>,
  call: EndpointInput<E>,
) => Promise<ReplyInput<E> | Answer<ReplyInput<E>> | Attachment>

/** `before` runs before the body is read; by throwing it saves the client the upload. */
export type Handler<E extends Endpoint> =
  | AnswerRequest<E>
  | { before(ctx: CtxOf<E>, call: AddressInput<E>): Promise<void>; answer: AnswerRequest<E> }

/** One handler for each endpoint of an area's contract. */
export type Handlers<C extends Record<string, Endpoint>> = { [K in keyof C]: Handler<C[K]> }
