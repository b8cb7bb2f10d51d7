import type { Readable } from 'node:stream'
import type { z } from 'zod'
import type { BodyOf, Endpoint, ParamsOf, QueryOf } from '#domain/endpoint.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Ctx, Db } from '../context.ts'
import type { TokenCookies } from './cookies.ts'

/** What stands in the address of a call, checked by its contract line. */
interface AddressInput<E extends Endpoint> {
  params: ParamsOf<E>
  query: QueryOf<E>
}

/** What a call brought, checked by its contract line. */
export interface EndpointInput<E extends Endpoint> extends AddressInput<E> {
  body: BodyOf<E>
  headers: Record<string, string | string[] | undefined>
  session: SessionControl
  /** Aborted when the caller went away before the answer: what is only for the answer can end. */
  readonly closed: AbortSignal
}

/** Starts and ends the caller's own session, inside the write that is the reason for it. */
export interface SessionControl extends TokenCookies {
  /** The stored hash of the caller's own session. */
  readonly own: string
  /** The address the caller comes from, and what their browser calls itself. */
  readonly from: { address: string; agent: string }
  /** A new session in the place of the one there was; the write holds the user's row. */
  start(tx: Db, userId: number): Promise<void>
  end(tx: Db): Promise<void>
  /** Ends every session of a user but the caller's own, and answers how many; the write holds the user's row. */
  endOthers(tx: Db, userId: number): Promise<number>
  /** From now on the session looks as a user sees it, or as itself again; answers as whom it looked before. */
  actAs(tx: Db, acting: { id: number; until: string } | null): Promise<number | null>
  /** Hands the browser the token that its writing calls must carry. */
  offerCsrf(): void
}

/** A document on the way out; always an attachment. */
export class Attachment {
  readonly name: string
  readonly type: string
  readonly content: Buffer | Readable
  constructor(name: string, type: string, content: Buffer | Readable) {
    this.name = name
    this.type = type
    this.content = content
  }
}

/** An answer with another status than 200, or with headers of its own. */
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

/** What answers one call. */
type AnswerRequest<E extends Endpoint> = (
  ctx: CtxOf<E>,
  call: EndpointInput<E>,
) => Promise<ReplyInput<E> | Answer<ReplyInput<E>> | Attachment>

/** What answers one call, with what is asked `before` its body is read: it throws where nothing need be sent at all. */
export type Handler<E extends Endpoint> =
  | AnswerRequest<E>
  | { before(ctx: CtxOf<E>, call: AddressInput<E>): Promise<void>; answer: AnswerRequest<E> }

/** The handlers of an area, one for each line of its contract. */
export type Handlers<C extends Record<string, Endpoint>> = { [K in keyof C]: Handler<C[K]> }
