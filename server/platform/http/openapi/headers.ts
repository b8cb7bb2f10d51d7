import { type JsonSchema, refTo } from './schemas.ts'

export interface Extra {
  /** Request headers. */
  sent?: readonly object[]
  /** Headers of the answer. */
  answered?: Record<string, object>
  /** Answers 304 to an ETag that is current. */
  notModified?: true
  /** Answers 303 and where to go instead of 200. */
  redirects?: true
  /** Answers 204. */
  noContent?: true
  /** The body of a version conflict where it says what changed. */
  conflict?: JsonSchema
}

const ETAG = { ETag: { description: 'Version of what is answered (RFC 9110).', schema: { type: 'string' } } }

const ifMatch = {
  name: 'If-Match',
  in: 'header',
  description:
    'The ETag of what was loaded. A save on another version is refused with 409; without it the save overwrites.',
  schema: { type: 'string' },
}
const ifNoneMatch = {
  name: 'If-None-Match',
  in: 'header',
  description: 'The ETag of the last answer; 304 without a body while it is current.',
  schema: { type: 'string' },
}

const message: JsonSchema = { type: 'string', description: 'What is wrong, as the screens show it.' }
const withMessage = (properties: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  properties: { message, ...properties },
  required: ['message', ...Object.keys(properties)],
})

const savesGrid = {
  sent: [ifMatch],
  conflict: { anyOf: [refTo('GridConflict'), refTo('VersionConflict')] },
}

/** The bodies of version conflicts that say what changed. */
export const CONFLICT_SCHEMAS: Record<string, JsonSchema> = {
  GridConflict: withMessage({
    changed: refTo('GridChanges/properties/changed'),
    assignments: refTo('GridChanges/properties/assignments'),
    etag: { type: 'string' },
  }),
  MarksConflict: withMessage({
    marks: { type: 'array', items: refTo('Marked') },
    etag: { type: 'string' },
  }),
}

/** What the contract does not say of an endpoint, by operation. */
export const HEADERS: Record<string, Extra> = {
  'session.csrfCookie': {
    noContent: true,
    answered: { 'Set-Cookie': { description: 'The cookie `XSRF-TOKEN`.', schema: { type: 'string' } } },
  },
  'allocation.samples': { answered: ETAG },
  'allocation.samplesOf': { answered: ETAG },
  'allocation.save': savesGrid,
  'allocation.saveGas': savesGrid,
  'allocation.saveContactPad': savesGrid,
  'allocation.saveProcessed': savesGrid,
  'assignReviewers.grid': { answered: ETAG },
  'assignReviewers.saveMarks': {
    sent: [ifMatch],
    conflict: { anyOf: [refTo('MarksConflict'), refTo('VersionConflict')] },
  },
  'providers.callback': { redirects: true },
  'calendars.read': { sent: [ifNoneMatch], answered: ETAG, notModified: true },
  'meetings.live': { sent: [ifNoneMatch], answered: ETAG, notModified: true },
  'meetings.wall': { sent: [ifNoneMatch], answered: ETAG, notModified: true },
}
