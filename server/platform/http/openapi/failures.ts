import type { Endpoint } from '#domain/endpoint.ts'
import { type FaultKind, STATUS } from '#domain/errors.ts'
import type { JsonSchema } from './schemas.ts'
import { refTo } from './schemas.ts'

/** What each kind of failure means to a caller. A refusal is no failure: it is an answer with `result: 0`. */
const MEANINGS: Record<Exclude<FaultKind, 'refused'>, string> = {
  invalid: 'The input is wrong; `errors` names the fields.',
  unauthenticated: 'Nobody is signed in, or the session or token has ended.',
  forbidden:
    'The caller may not do this: another role, a second factor that is not set up, a request from another site, reading as another user, or a token without the scope.',
  missing: 'There is no such thing, or none that the caller may see.',
  stale: 'Someone else changed it in the meantime; nothing was saved.',
  too_large: 'The body is larger than accepted here.',
  unsupported: 'The body has a media type that is not accepted here.',
  csrf: 'The CSRF token is missing or does not belong to the session.',
  throttled: 'Too many requests; `Retry-After` says how many seconds to wait.',
  unavailable:
    'The database or the file store cannot be reached; `Retry-After` says how many seconds to wait.',
  maintenance: 'Nobody can save during maintenance; `maintenance` says until when.',
  internal: 'A fault of the server; it is in its log.',
}
type FailureKind = keyof typeof MEANINGS

const text: JsonSchema = { type: 'string' }
const message: JsonSchema = { type: 'string', description: 'What is wrong, as the screens show it.' }

/** The bodies of failures. */
export const FAILURE_SCHEMAS: Record<string, JsonSchema> = {
  Failure: { type: 'object', properties: { message }, required: ['message'] },
  InvalidInput: {
    type: 'object',
    properties: {
      message,
      errors: {
        type: 'object',
        description: 'Messages by field, `collaborators.0.first_name`; the first is the one to show.',
        additionalProperties: { type: 'array', items: text },
      },
    },
    required: ['message'],
  },
  VersionConflict: {
    type: 'object',
    properties: {
      message,
      version: { type: 'integer', description: 'The version that is saved now.' },
      saved_at: text,
      saved_by: text,
    },
    required: ['message'],
  },
  MaintenanceFailure: {
    type: 'object',
    properties: {
      message,
      maintenance: {
        type: 'object',
        properties: { until: text, reason: text },
        required: ['until', 'reason'],
      },
    },
    required: ['message', 'maintenance'],
  },
  Refusal: {
    type: 'object',
    properties: { result: { const: 0, type: 'integer' }, message },
    required: ['result', 'message'],
  },
}

const schemaOf = (kind: FailureKind): JsonSchema => {
  if (kind === 'invalid') return refTo('InvalidInput')
  if (kind === 'stale') return refTo('VersionConflict')
  return refTo(kind === 'maintenance' ? 'MaintenanceFailure' : 'Failure')
}

const EXAMPLES: Partial<Record<FailureKind, object>> = {
  invalid: {
    message: 'There are errors with the input data. Please check the contents.',
    errors: { 'collaborators.0.first_name': ['This field is required.'] },
  },
  stale: {
    message: 'This proposal was saved by Bo Ek on 3 Nov 2026 14:05 UTC, after you opened it.',
    version: 8,
    saved_at: '2026-11-03T14:05:00.000Z',
    saved_by: 'Bo Ek',
  },
  maintenance: {
    message: 'Maintenance: nobody can save now.',
    maintenance: { until: '2026-11-03T15:00:00.000Z', reason: 'A new version is installed.' },
  },
}

const RETRY_AFTER = {
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
  },
}

const mediaOf = (kinds: readonly FailureKind[], conflict?: JsonSchema) => {
  const schemas = [
    ...new Set(kinds.map((kind) => JSON.stringify(conflict && kind === 'stale' ? conflict : schemaOf(kind)))),
  ]
  const [schema, ...others] = schemas.map((one) => JSON.parse(one) as JsonSchema)
  const example = conflict ? undefined : (EXAMPLES[kinds.at(-1)!] ?? { message: exampleMessage(kinds[0]!) })
  return { schema: others.length > 0 ? { anyOf: [schema, ...others] } : schema, ...(example && { example }) }
}

const MESSAGES: Partial<Record<FailureKind, string>> = {
  unauthenticated: 'Unauthenticated.',
  forbidden: 'Forbidden',
  missing: 'Not Found',
  too_large: 'The data sent is too large.',
  unsupported: 'This kind of data is not accepted here.',
  csrf: 'CSRF token mismatch.',
  throttled: 'Too Many Attempts.',
  unavailable: 'The system cannot reach its database at the moment. Please try again shortly.',
}
const exampleMessage = (kind: FailureKind) => MESSAGES[kind] ?? 'Server Error'

const response = (kinds: readonly FailureKind[], conflict?: JsonSchema) => ({
  description: kinds.map((kind) => MEANINGS[kind]).join(' Or: '),
  ...(kinds.some((kind) => ['throttled', 'unavailable', 'maintenance'].includes(kind)) && {
    headers: RETRY_AFTER,
  }),
  content: { 'application/json': mediaOf(kinds, conflict) },
})

/** `unavailable` and `maintenance` have one status. */
const NAMES: Record<string, readonly FailureKind[]> = {
  Invalid: ['invalid'],
  Unauthenticated: ['unauthenticated'],
  Forbidden: ['forbidden'],
  Missing: ['missing'],
  Stale: ['stale'],
  TooLarge: ['too_large'],
  Unsupported: ['unsupported'],
  Csrf: ['csrf'],
  Throttled: ['throttled'],
  Unavailable: ['unavailable'],
  UnavailableOrMaintenance: ['unavailable', 'maintenance'],
  Internal: ['internal'],
}

/** The answers to failures, and to unknown operations. */
export const FAILURE_RESPONSES: Record<string, object> = {
  ...Object.fromEntries(Object.entries(NAMES).map(([name, kinds]) => [name, response(kinds)])),
  UnknownOperation: {
    description:
      'The answer at every address below /api/ that is not in this document, and to every other method.',
    content: { 'application/json': { schema: refTo('Failure'), example: { message: 'Not Found' } } },
  },
}

/** Names of things in an address's query or a body: what they name may be gone. */
const NAMES_SOMETHING =
  /(?:^|_)(?:ids?|address(?:es)?|numbers?|token|key)$|^(?:piece|pieces|into|of|about|loan|items|leads|marks|provider|findings)$/u

const isEmpty = (schema: JsonSchema) => !schema.properties && !schema.$ref && !schema.anyOf

interface Parts {
  query: JsonSchema
  body: JsonSchema
  /** All properties of the body. */
  fields: readonly string[]
}

/** The kinds of failure with which an endpoint may answer. */
export function failureKinds(endpoint: Endpoint, { query, fields }: Parts): FailureKind[] {
  const { method, path, duringMaintenance } = endpoint
  const writes = method !== 'GET'
  const names = [...Object.keys(query.properties ?? {}), ...fields]
  const mayAnswer: Record<FailureKind, boolean> = {
    invalid: writes || !isEmpty(query),
    // A token that does not work is refused everywhere, and so is one without the scope.
    unauthenticated: true,
    forbidden: true,
    missing: path.includes(':') || names.some((name) => NAMES_SOMETHING.test(name)),
    stale: writes,
    too_large: writes,
    unsupported: writes,
    csrf: writes,
    throttled: true,
    internal: true,
    unavailable: true,
    maintenance: !duringMaintenance,
  }
  return (Object.keys(mayAnswer) as FailureKind[]).filter((kind) => mayAnswer[kind])
}

/** The responses of an operation to failures, by status. */
export function failureResponses(
  kinds: readonly FailureKind[],
  conflict?: JsonSchema,
): Record<string, object> {
  const statuses = [...new Set(kinds.map((kind) => STATUS[kind]))].sort((a, b) => a - b)
  return Object.fromEntries(
    statuses.map((status) => {
      const together = kinds.filter((kind) => STATUS[kind] === status)
      if (conflict && together.includes('stale')) return [status, response(together, conflict)]
      const [name] = Object.entries(NAMES).find(([, named]) => String(named) === String(together))!
      return [status, { $ref: `#/components/responses/${name}` }]
    }),
  )
}
