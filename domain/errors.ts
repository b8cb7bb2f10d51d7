/** Every kind of failure with its HTTP status. An endpoint may override the status of a refusal. */
export const STATUS = {
  refused: 200,
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  missing: 404,
  stale: 409,
  too_large: 413,
  unsupported: 415,
  csrf: 419,
  throttled: 429,
  unavailable: 503,
  maintenance: 503,
  internal: 500,
} as const

export type FaultKind = keyof typeof STATUS

/** Field errors by dotted path, `collaborators.0.first_name`; the first message is the one shown. */
export type FieldErrors = Record<string, string[]>

const DEFAULT_MESSAGES: Record<FaultKind, string> = {
  refused: 'This cannot be done.',
  invalid: 'There are errors with the input data. Please check the contents.',
  unauthenticated: 'Unauthenticated.',
  forbidden: 'Forbidden',
  missing: 'Not Found',
  stale: 'This was changed by someone else in the meantime.',
  too_large: 'The data sent is too large.',
  unsupported: 'This kind of data is not accepted here.',
  csrf: 'CSRF token mismatch.',
  throttled: 'Too Many Attempts.',
  unavailable: 'The system cannot reach its database at the moment. Please try again shortly.',
  maintenance: 'Maintenance: nobody can save now.',
  internal: 'Server Error',
}

/** A failure that the server reports to the browser, whose client throws it again. */
export class Fault extends Error {
  readonly kind: FaultKind
  readonly errors: FieldErrors | undefined
  readonly details: Record<string, unknown>

  constructor(
    kind: FaultKind,
    message: string = DEFAULT_MESSAGES[kind],
    rest: { errors?: FieldErrors; details?: Record<string, unknown>; cause?: unknown } = {},
  ) {
    super(message, { cause: rest.cause })
    this.name = 'Fault'
    this.kind = kind
    this.errors = rest.errors
    this.details = rest.details ?? {}
  }

  get status(): number {
    return STATUS[this.kind]
  }
}

/** Bad input: one message per field. */
export const invalid = (errors: Record<string, string>, message?: string) =>
  new Fault('invalid', message, {
    errors: Object.fromEntries(Object.entries(errors).map(([field, text]) => [field, [text]])),
  })

/** A rule forbids the action. The reply is `{ result: 0, message, ...details }`. */
export const refusal = (why: string, details: Record<string, unknown> = {}) =>
  new Fault('refused', why, { details })

export const notFound = (why?: string) => new Fault('missing', why)
export const forbidden = () => new Fault('forbidden')

/** Part of the reply to a write that maintenance refuses, besides the message. */
export type MaintenanceDetails = { maintenance: { until: string; reason: string } }

/** The kind of failure of an HTTP status and the reply's other fields; unknown ones are internal. */
export const faultKindOf = (status: number, details: Record<string, unknown> = {}): FaultKind =>
  status === STATUS.maintenance && 'maintenance' in details
    ? 'maintenance'
    : ((Object.keys(STATUS) as FaultKind[]).find((kind) => STATUS[kind] === status) ?? 'internal')

/** Parse option: the message for an invalid value whose schema has no message of its own. */
export const DEFAULT_ISSUE_MESSAGE = { error: () => 'This value cannot be used here.' }

/** Maximum number of fields with errors in one reply. */
export const MAX_ERRORS = 100

/** Converts Zod issues to field errors; positions in paths are zero-based. */
export function fieldErrors(issues: readonly { path: PropertyKey[]; message: string }[]): FieldErrors {
  const errors: FieldErrors = {}
  for (const issue of issues) {
    const field = issue.path.map(String).join('.') || 'body'
    if (!(field in errors) && Object.keys(errors).length === MAX_ERRORS) break
    errors[field] ??= []
    errors[field].push(issue.message)
  }
  return errors
}
