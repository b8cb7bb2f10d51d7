import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { contract } from '#domain/contract.ts'
import { type OpenApiDocument, openApi } from '../platform/http/openapi/document.ts'
import type { JsonSchema } from '../platform/http/openapi/schemas.ts'

/** One answer of the server. */
export interface ServerAnswer {
  method: string
  url: string
  status: number
  type: string | undefined
  /** Null where it is compressed. */
  body: string | null
}

const DOCUMENT = 'document'

/** The parts of an operation that answers are held against. */
type Responses = Record<string, { $ref?: string; content?: Record<string, { schema: JsonSchema }> }>

/** Clients ignore fields that the document does not name; the server has none. */
function closed(schema: JsonSchema): JsonSchema {
  if (Array.isArray(schema)) return schema.map(closed) as unknown as JsonSchema
  if (schema === null || typeof schema !== 'object') return schema
  const copy = Object.fromEntries(
    Object.entries(schema).map(([key, inner]) => [key, closed(inner as JsonSchema)]),
  ) as JsonSchema & { unevaluatedProperties?: boolean }
  const isObject = schema.type === 'object' && schema.additionalProperties === undefined
  return isObject && schema.properties ? { ...copy, additionalProperties: false } : copy
}

/** The schemas of a document, compiled when they are first needed. */
export class DocumentSchemas {
  readonly #ajv = formats.default(new Ajv2020({ strict: false }))
  readonly #compiled = new Map<string, ValidateFunction>()

  constructor(components: OpenApiDocument['components']) {
    this.#ajv.addSchema({ $id: DOCUMENT, components })
  }

  /** What is wrong with a value, or null. */
  whyNot(schema: JsonSchema, value: unknown): string | null {
    const validate = this.#compile(JSON.stringify(schema))
    return validate(value) ? null : this.#ajv.errorsText(validate.errors)
  }

  #compile(schema: string): ValidateFunction {
    const known = this.#compiled.get(schema)
    if (known) return known
    const absolute = schema.replaceAll('"#/components/', `"${DOCUMENT}#/components/`)
    const compiled = this.#ajv.compile(JSON.parse(absolute) as object)
    this.#compiled.set(schema, compiled)
    return compiled
  }
}

/** Addresses below /api/ that are no calls of the contract. */
const OTHERS = /^\/api\/docs(?:\/|$)/u

/** Holds answers of the server against the document. */
export class DocumentCheck {
  readonly #document: OpenApiDocument
  readonly #schemas: DocumentSchemas
  /** Operations by the number of segments, those without parameters first. */
  readonly #routes: { method: string; pattern: RegExp; id: string; responses: Responses }[]

  constructor(document = openApi(contract)) {
    this.#document = document
    this.#schemas = new DocumentSchemas({
      ...document.components,
      schemas: Object.fromEntries(
        Object.entries(document.components.schemas).map(([name, schema]) => [name, closed(schema)]),
      ),
    })
    this.#routes = Object.entries(document.paths)
      .sort(([a], [b]) => a.split('{').length - b.split('{').length)
      .flatMap(([path, operations]) =>
        Object.entries(operations).map(([method, { operationId, responses }]) => ({
          method: method.toUpperCase(),
          pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/gu, '[^/]+')}/?$`, 'u'),
          id: operationId,
          responses: responses as Responses,
        })),
      )
  }

  /** What the document does not say of an answer, or null. */
  whyNot({ method, url, status, type, body }: ServerAnswer): string | null {
    const path = url.split('?')[0]!
    if (!path.startsWith('/api/') || OTHERS.test(path) || !['GET', 'POST', 'PUT'].includes(method))
      return null
    const route = this.#routes.find((one) => one.method === method && one.pattern.test(path))
    const isMalformed = status === 400 && !isDecodable(path)
    if (!route || isMalformed) return this.#whyNotOther(status, body)
    const found = route.responses[status]
    if (!found) return `${route.id} answers ${status}: ${body?.slice(0, 300)}`
    const why = this.#whyNotContent(this.#resolved(found), type, body)
    return why && `${route.id} ${status}: ${why}: ${body?.slice(0, 300)}`
  }

  #resolved(response: Responses[string]): Responses[string] {
    const name = response.$ref?.split('/').at(-1)
    return name ? (this.#document.components.responses[name] as Responses[string]) : response
  }

  #whyNotContent({ content }: Responses[string], type: string | undefined, body: string | null) {
    if (!content) return body === '' ? null : 'a body'
    const media = content[type?.split(';')[0] ?? '']
    if (!media) return `media type ${type}`
    if (body === null || !type?.startsWith('application/json')) return null
    return this.#schemas.whyNot(media.schema, JSON.parse(body))
  }

  /** Unknown operations, and addresses that cannot be read. */
  #whyNotOther(status: number, body: string | null): string | null {
    if (![400, 403, 404, 413, 415, 419].includes(status)) return `an unknown operation answers ${status}`
    if (body === null) return null
    return this.#schemas.whyNot({ $ref: '#/components/schemas/Failure' }, JSON.parse(body))
  }
}

function isDecodable(path: string) {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

let check: DocumentCheck | undefined

/** Throws where the document does not describe an answer. */
export function holdAgainstDocument(answer: ServerAnswer) {
  check ??= new DocumentCheck()
  const why = check.whyNot(answer)
  if (why)
    throw new Error(`The API document does not describe the answer to ${answer.method} ${answer.url}. ${why}`)
}
