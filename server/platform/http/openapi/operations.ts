import { type Endpoint, PREFER, PREFERENCE_APPLIED, RESPOND_ASYNC } from '#domain/endpoint.ts'
import { EXAMPLES } from './chain_examples.ts'
import { type Components, exampleOf } from './examples.ts'
import { failureKinds, failureResponses } from './failures.ts'
import { type Extra, HEADERS } from './headers.ts'
import { type JsonSchema, refTo, type Schemas } from './schemas.ts'
import { descriptionOf } from './words.ts'

const ENDS_AS_NUMBER = /^\^\[?[\d+\\[]/u

/** Everything in an address is text: a number or its digits is a number. */
function asParameter(schema: JsonSchema): JsonSchema {
  const { anyOf, ...rest } = schema
  const number = anyOf?.find(({ type }) => type === 'number' || type === 'integer')
  const digits = anyOf?.find(({ pattern }) => pattern !== undefined && ENDS_AS_NUMBER.test(pattern))
  if (!anyOf || !number || !digits) return schema
  const whole = digits.pattern === '^\\d+$' ? { type: 'integer', minimum: 0 } : { type: 'number' }
  const others = anyOf.filter((one) => one !== number && one !== digits)
  return others.length === 0 ? { ...rest, ...whole } : { ...rest, anyOf: [whole, ...others] }
}

const parametersIn = (shape: JsonSchema, where: 'path' | 'query') =>
  Object.entries(shape.properties ?? {}).map(([name, schema]) => ({
    name,
    in: where,
    required: where === 'path' || (shape.required?.includes(name) ?? false),
    schema: asParameter(schema),
    ...(where === 'query' && isList(schema) && { style: 'form', explode: true }),
  }))

const isList = ({ type, anyOf }: JsonSchema): boolean => type === 'array' || (anyOf?.some(isList) ?? false)

/** RFC 7240. */
const PREFER_HEADER = {
  name: PREFER,
  in: 'header',
  description: 'Answers at once; the act can be undone for some seconds, and is then carried out.',
  schema: { type: 'string', enum: [RESPOND_ASYNC] },
}

/** The cookie of the session with the roles that may; a token with its scope; and for writes the CSRF token. */
function securityOf({ access, method, scope, anyScope }: Endpoint): Record<string, readonly string[]>[] {
  const csrf: Record<string, []> = method === 'GET' ? {} : { csrf: [] }
  if (access === 'public') return method === 'GET' ? [] : [csrf]
  return [
    { ...csrf, session: access },
    ...(scope ? [{ token: [scope] }] : []),
    ...(anyScope ? [{ token: [] }] : []),
  ]
}

/** The fields of a body, of all its alternatives. */
function fieldsOf(schema: JsonSchema, components: Components): string[] {
  const whole = schema.$ref ? components[schema.$ref.split('/').at(-1)!]! : schema
  const inside = [...(whole.anyOf ?? []), ...(whole.oneOf ?? []), ...(whole.items ? [whole.items] : [])]
  return [...Object.keys(whole.properties ?? {}), ...inside.flatMap((inner) => fieldsOf(inner, components))]
}

/** A missing body counts as an empty object. */
function isRequired(body: JsonSchema, components: Components): boolean {
  const whole = body.$ref ? components[body.$ref.split('/').at(-1)!]! : body
  return whole.type !== 'object' || (whole.required ?? []).length > 0
}

const LOCATION = { Location: { description: 'The address of the screen.', schema: { type: 'string' } } }

/** The status of what was done. */
const statusOf = ({ noContent, redirects }: Extra) => (redirects ? 303 : noContent ? 204 : 200)

const isNothing = (schema: JsonSchema) => Object.keys(schema).length === 0
const isRefusable = (reply: JsonSchema, components: Components) => {
  const { properties } = reply.$ref ? components[reply.$ref.split('/').at(-1)!]! : reply
  return properties?.result !== undefined && properties.message !== undefined
}

/** An operation of the document. `schemas` has the schemas that it uses. */
export function operation(area: string, name: string, endpoint: Endpoint, { components, of }: Schemas) {
  const { method, takes, gives, undoable, media, refusal } = endpoint
  const id = `${area}.${name}`
  const [params, query, body] = (['params', 'query', 'body'] as const).map((part) => of(endpoint, part)) as [
    JsonSchema,
    JsonSchema,
    JsonSchema,
  ]
  const extra = HEADERS[id] ?? {}
  const written = EXAMPLES[id] ?? {}
  const json = (schema: JsonSchema, example: unknown) => ({ schema, example })
  const files = Object.fromEntries(
    media.map((type) => [
      type,
      { schema: { type: 'string', format: 'binary', contentMediaType: type.split(';')[0] } },
    ]),
  )
  const reply = gives === 'json' ? of(endpoint, 'reply') : refTo('Refusal')
  const refusable = gives === 'json' && isRefusable(reply, components)
  const replyExample =
    gives === 'file'
      ? { result: 0, message: 'This cannot be done.' }
      : (written.reply ?? exampleOf(reply, components))
  const hasReply = !extra.noContent && !extra.redirects
  const content = { ...files, ...(hasReply && { 'application/json': json(reply, replyExample) }) }
  const kinds = failureKinds(endpoint, { query, body, fields: fieldsOf(body, components) })
  const responses = {
    [statusOf(extra)]: {
      description: extra.redirects
        ? 'The screen to go to'
        : gives === 'file'
          ? 'The file; in JSON why it is refused'
          : 'The answer',
      ...(extra.redirects && { headers: LOCATION }),
      ...(extra.answered && { headers: extra.answered }),
      ...(hasReply && { content }),
    },
    ...(undoable && {
      202: {
        description: 'It waits, and can be undone until then',
        headers: {
          [PREFERENCE_APPLIED]: {
            description: 'That the preference was followed.',
            schema: { type: 'string', enum: [RESPOND_ASYNC] },
          },
        },
        content,
      },
    }),
    ...(refusal === 202 && {
      202: {
        description: 'It is refused',
        content: { 'application/json': json(reply, { result: 0, message: 'This cannot be done.' }) },
      },
    }),
    ...(extra.notModified && {
      304: { description: 'It has not changed since the ETag that was sent', headers: extra.answered },
    }),
    ...failureResponses(kinds, extra.conflict),
  }
  const type = takes === 'multipart' ? 'multipart/form-data' : 'application/json'
  return {
    operationId: id,
    tags: [area],
    summary: endpoint.summary,
    description: descriptionOf(endpoint, refusable),
    security: securityOf(endpoint),
    parameters: [
      ...parametersIn(params, 'path'),
      ...parametersIn(query, 'query'),
      ...(undoable ? [PREFER_HEADER] : []),
      ...(extra.sent ?? []),
    ],
    ...(method !== 'GET' &&
      !isNothing(body) && {
        requestBody: {
          required: isRequired(body, components),
          content: { [type]: json(body, written.body ?? exampleOf(body, components)) },
        },
      }),
    responses,
  }
}
