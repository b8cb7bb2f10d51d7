import { z } from 'zod'
import type { Access, Scope } from './access.ts'
import { isScreenAddress } from './address.ts'
import { wholeNumber } from './input_schemas.ts'
import type { MailKind } from './mail_kinds.ts'

type Schema = z.ZodType

/** One endpoint of the system: everything that the server, the browser and the documentation know about it. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
  Who extends Access = Access,
  Mails extends readonly MailKind[] = readonly MailKind[],
> {
  method: 'GET' | 'POST' | 'PUT'
  path: `/api/${string}`
  access: Who
  params: Params
  query: Query
  body: Body
  reply: Reply
  /** Format of the request body: JSON, or a form with one file. */
  takes: 'json' | 'multipart'
  /** Format of the reply: JSON, or a document. */
  gives: 'json' | 'file'
  /** Media types of its answer besides JSON: of a file (by default PDF), or of a stream that is given on request. */
  media: readonly string[]
  /** HTTP status of a refusal: 200, unless the specification says otherwise. */
  refusal: 200 | 202
  /** Whether an administrator who impersonates a user may use it. Default: every GET except downloads. */
  whileImpersonating: boolean
  /** Whether it may be used during maintenance, when nobody can save. Default: every GET. */
  duringMaintenance: boolean
  /**
   * Its act can be undone: with `Prefer: respond-async` (RFC 7240) it is kept, answered with 202 and carried out when the
   * time to undo is over. Its reply takes `pending`, see UndoableOutcome.
   */
  undoable: boolean
  /** Answers everyone alike and looks up no session, so that asking again and again keeps none alive. */
  anonymous: boolean
  /** Kinds of mail that it may queue; a write that queues any other kind throws. */
  mails: Mails
  /** What it does, in one sentence for a caller of the API. */
  summary: string
  /** The scope with which an API token may use it; null: signed-in sessions only. */
  scope: Scope | null
  /** A token of any scope may use it: it answers only what the same token asked for before. */
  anyScope: boolean
}

export type Contract = Record<string, Record<string, Endpoint>>

const nothing = z.unknown().transform(() => undefined)
type Nothing = typeof nothing

interface EndpointParts<
  P extends Schema,
  Q extends Schema,
  B extends Schema,
  R extends Schema,
  M extends readonly MailKind[],
> {
  params?: P
  query?: Q
  body?: B
  reply?: R
  takes?: 'json' | 'multipart'
  gives?: 'json' | 'file'
  media?: readonly string[]
  refusal?: 200 | 202
  whileImpersonating?: boolean
  duringMaintenance?: boolean
  undoable?: boolean
  anonymous?: boolean
  mails?: M
  summary: string
  scope?: Scope
  anyScope?: boolean
}

const endpointWith =
  (method: Endpoint['method']) =>
  <
    P extends Schema = Nothing,
    Q extends Schema = Nothing,
    B extends Schema = Nothing,
    R extends Schema = z.ZodUnknown,
    const A extends Access = Access,
    const M extends readonly MailKind[] = readonly [],
  >(
    path: Endpoint['path'],
    access: A,
    parts: EndpointParts<P, Q, B, R, M>,
  ): Endpoint<P, Q, B, R, A, M> => ({
    method,
    path,
    access,
    params: parts.params ?? (nothing as unknown as P),
    query: parts.query ?? (nothing as unknown as Q),
    body: parts.body ?? (nothing as unknown as B),
    reply: parts.reply ?? (z.unknown() as unknown as R),
    takes: parts.takes ?? 'json',
    gives: parts.gives ?? 'json',
    media: parts.media ?? (parts.gives === 'file' ? ['application/pdf'] : []),
    refusal: parts.refusal ?? 200,
    whileImpersonating:
      parts.whileImpersonating ??
      (method === 'GET' && parts.gives !== 'file' && (parts.reply as Schema | undefined) !== fileAddress),
    duringMaintenance: parts.duringMaintenance ?? method === 'GET',
    undoable: parts.undoable ?? false,
    anonymous: parts.anonymous ?? false,
    mails: parts.mails ?? ([] as unknown as M),
    summary: parts.summary,
    scope: parts.scope ?? null,
    anyScope: parts.anyScope ?? false,
  })

export const get = endpointWith('GET')
export const post = endpointWith('POST')
export const put = endpointWith('PUT')

/** A positive id in a path, digits only. */
export const id = wholeNumber().pipe(z.number().positive())
export const byId = z.object({ id })
export const byParam = <K extends string>(name: K) => z.object({ [name]: id } as { [P in K]: typeof id })

/** Reply to an action: 1 for done, 0 for refused, with a message. */
export const Outcome = z.object({ result: z.union([z.literal(0), z.literal(1)]), message: z.string() })
export type Outcome = z.infer<typeof Outcome>
export const done = (message: string): Outcome => ({ result: 1, message })

/** An act that waits until the time to undo it is over, or until the time it is set for. */
export const PendingAct = z.object({
  id: z.number(),
  /** What it will do, by name: 'request 2 reviews from Bo Ek (proposals 63 and 71)'. */
  description: z.string(),
  /** When it is carried out. */
  due_at: z.string(),
  /** Whole seconds until then, by the server's clock. */
  seconds: z.number(),
})
export type PendingAct = z.infer<typeof PendingAct>

/** Outcome of an endpoint whose act can be undone; `pending` if it was kept instead of carried out. */
export const UndoableOutcome = Outcome.extend({ pending: PendingAct.optional() })
export type UndoableOutcome = z.infer<typeof UndoableOutcome>

/** The request header that asks for it, the value, and the answer's header (RFC 7240). */
export const PREFER = 'Prefer'
export const RESPOND_ASYNC = 'respond-async'
export const PREFERENCE_APPLIED = 'Preference-Applied'

/** Optimistic-concurrency version; omit it to overwrite. */
export const version = wholeNumber().nullish()

/** Reply to a save, with the new version unless it was refused. */
export const Saved = Outcome.extend({ version: z.number().optional() })
export type Saved = z.infer<typeof Saved>
export const saved = (message: string, version: number): Saved => ({ ...done(message), version })

/** A page of rows. */
export const paged = <R extends Schema>(row: R) =>
  z.object({
    total: z.number(),
    last_page: z.number(),
    per_page: z.number(),
    data: z.array(row),
    current_page: z.number(),
  })
export interface Paged<Row> {
  total: number
  last_page: number
  per_page: number
  data: Row[]
  current_page: number
}

/** Pages count from 1; a number beyond the last page returns the last page. 1 to 100 rows per page, 20 by default. */
export const paging = {
  page: z.coerce.number<number | string>().int().min(1).default(1),
  per_page: z.coerce.number<number | string>().int().min(1).max(100).default(20),
}
export interface Paging {
  page: number
  per_page: number
}

/** An instant: ISO 8601 in UTC. A day: YYYY-MM-DD. */
export const instant = z.string()
export const day = z.iso.date()

/** Address of a CSV file, valid for ten minutes for the user who asked. */
export const fileAddress = z.string()

/** Address of a screen of this system. */
export const AddressSchema = z.string().refine(isScreenAddress).brand<'Address'>()

/** A stored yes or no, as requests and replies write it. */
export const bit = z.union([z.literal(0), z.literal(1)])
export type Bit = z.infer<typeof bit>
/** A yes or no, as stored or as in a reply. */
export type Flag = boolean | Bit
export const asBit = (value: boolean): Bit => (value ? 1 : 0)

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type ReplyOf<E extends Endpoint> = z.output<E['reply']>
