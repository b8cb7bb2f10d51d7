import { z } from 'zod'
import type { Access } from './access.ts'
import { wholeNumber } from './input_schemas.ts'

type Schema = z.ZodType

/** One call of the system: everything that the server, the browser and the documentation know of it. */
export interface Endpoint<
  Params extends Schema = Schema,
  Query extends Schema = Schema,
  Body extends Schema = Schema,
  Reply extends Schema = Schema,
  Who extends Access = Access,
> {
  method: 'GET' | 'POST' | 'PUT'
  path: `/api/${string}`
  access: Who
  params: Params
  query: Query
  body: Body
  reply: Reply
  /** 'json', or what else travels: a form with one file on the way in, or a document on the way out. */
  takes: 'json' | 'multipart'
  gives: 'json' | 'file'
  /** The HTTP status of a refusal: 200, unless the parts say otherwise. */
  refusal: 200 | 202
  /** Open to an administrator who looks as somebody else: what is read; nothing that writes, no file and no way to one. */
  whileImpersonating: boolean
}

export type AnyEndpoint = Endpoint
export type Contract = Record<string, Record<string, AnyEndpoint>>

const nothing = z.unknown().transform(() => undefined)
type Nothing = typeof nothing

interface EndpointParts<P extends Schema, Q extends Schema, B extends Schema, R extends Schema> {
  params?: P
  query?: Q
  body?: B
  reply?: R
  takes?: 'json' | 'multipart'
  gives?: 'json' | 'file'
  refusal?: 200 | 202
  whileActing?: boolean
}

const defineEndpoint =
  (method: Endpoint['method']) =>
  <
    P extends Schema = Nothing,
    Q extends Schema = Nothing,
    B extends Schema = Nothing,
    R extends Schema = z.ZodUnknown,
    const A extends Access = Access,
  >(
    path: Endpoint['path'],
    access: A,
    shapes: EndpointParts<P, Q, B, R> = {},
  ): Endpoint<P, Q, B, R, A> => ({
    method,
    path,
    access,
    params: shapes.params ?? (nothing as unknown as P),
    query: shapes.query ?? (nothing as unknown as Q),
    body: shapes.body ?? (nothing as unknown as B),
    reply: shapes.reply ?? (z.unknown() as unknown as R),
    takes: shapes.takes ?? 'json',
    gives: shapes.gives ?? 'json',
    refusal: shapes.refusal ?? 200,
    whileImpersonating:
      shapes.whileActing ??
      (method === 'GET' && shapes.gives !== 'file' && (shapes.reply as Schema | undefined) !== fileAddress),
  })

export const get = defineEndpoint('GET')
export const post = defineEndpoint('POST')
export const put = defineEndpoint('PUT')

/** A positive id as it stands in a path: digits alone. */
export const id = wholeNumber().pipe(z.number().positive())
export const byId = z.object({ id })
export const byParam = <K extends string>(name: K) => z.object({ [name]: id } as { [P in K]: typeof id })

/** What an action answers: done, or refused with the reason in a sentence. */
export const Outcome = z.object({ result: z.union([z.literal(0), z.literal(1)]), message: z.string() })
export type Outcome = z.infer<typeof Outcome>
export const done = (message: string): Outcome => ({ result: 1, message })

/** Which save a form was loaded with; who sends none does not mind what was saved meanwhile. */
export const version = wholeNumber().nullish()

/** What a save answers: with the version that it has made, unless it was refused. */
export const Saved = Outcome.extend({ version: z.number().optional() })
export type Saved = z.infer<typeof Saved>
export const saved = (message: string, version: number): Saved => ({ ...done(message), version })

/** A page of rows: `page` counts from 1. */
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

/** Which page is asked for: page from 1, the last one for any beyond it; per_page 1 to 100, 20 when not said. */
export const paging = {
  page: z.coerce.number<number | string>().min(1).multipleOf(1).default(1),
  per_page: z.coerce.number<number | string>().int().min(1).max(100).default(20),
}
export interface Paging {
  page: number
  per_page: number
}

/** An instant on the wire: ISO 8601 in UTC. A date: YYYY-MM-DD. */
export const instant = z.string()
export const day = z.iso.date()

/** The address of a CSV file, valid for ten minutes for the user who asked. */
export const fileAddress = z.string()

/** 0 or 1, as the wire writes a yes or no that is stored. */
export const bit = z.union([z.literal(0), z.literal(1)])
export type Bit = z.infer<typeof bit>
/** A yes or no, as the server keeps it or as it travels. */
export type Flag = boolean | Bit
export const asBit = (value: boolean): Bit => (value ? 1 : 0)

export type ParamsOf<E extends AnyEndpoint> = z.output<E['params']>
export type QueryOf<E extends AnyEndpoint> = z.output<E['query']>
export type BodyOf<E extends AnyEndpoint> = z.output<E['body']>
export type ReplyOf<E extends AnyEndpoint> = z.output<E['reply']>
