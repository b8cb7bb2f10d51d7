import fc from 'fast-check'
import { type Access, allows, type Role } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import type { MatrixFixture } from '../matrix/fixture.ts'
import { fieldNames, hostileValue, TEXTS, valueForSchema } from './values.ts'

/** A request without its cookies. */
export interface BadRequest {
  endpoint: string
  method: string
  /** Latin-1 bytes, so that invalid addresses can be sent too. */
  path: string
  headers: [string, string][]
  body: Buffer | null
  /** Number of body bytes after which the request ends; null sends all. */
  cut: number | null
  access: Access
  /** Index modulo the callers: all of them if `anyCaller`, otherwise those whose role is allowed. */
  callerIndex: number
  anyCaller: boolean
}

const endpoints = Object.entries(contract).flatMap(([area, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, endpoint]) => ({ name: `${area}.${name}`, endpoint })),
)

const weighted = <T>(good: fc.Arbitrary<T>, weight: number, bad: fc.Arbitrary<T>) =>
  fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: bad })

/** Invalid path parts: broken escapes, bytes that are not UTF-8, path traversal. */
const BAD_PARTS = [
  '%',
  '%zz',
  '%00',
  '%ff%fe',
  '%c0%af',
  '..',
  '..%2f..%2f',
  '%2e%2e/',
  'a/b',
  '-1',
  '0',
  '1e3',
  '1e18',
  '٣',
  '2147483648',
  '4294967297',
  '9223372036854775808',
  '9'.repeat(400),
  '__proto__',
  '1;2',
  "1'",
  '1%0d%0aX: y',
  ' ',
  '\u00ff',
]
const id = fc.integer({ min: 1, max: 40 }).map(String)
const part = weighted(
  id,
  3,
  fc.oneof(fc.constantFrom(...BAD_PARTS), fc.constantFrom(...TEXTS.slice(0, 40)).map(encoded)),
)

/** Percent-encodes every byte, lone surrogates included. */
function encoded(text: string) {
  return [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
}

const pathOf = ({ path }: Endpoint) => {
  const names = path.match(/:\w+/gu) ?? []
  return fc.tuple(...names.map(() => part)).map((parts) => {
    let at = 0
    return path.replace(/:\w+/gu, () => parts[at++]!)
  })
}

const queryValue = weighted(
  fc.constantFrom('1', '0', '20', 'a', 'true', 'name', 'asc'),
  1,
  fc.oneof(fc.constantFrom(...BAD_PARTS), fc.constantFrom(...TEXTS.slice(0, 42)).map(encoded)),
)
/** Known and unknown fields, some repeated, as lists or nested. */
function queryOf({ query }: Endpoint) {
  const name = fc.constantFrom(...fieldNames(query), 'page', 'term', '__proto__', 'constructor', 'sort', '')
  const field = fc.tuple(
    name,
    fc.constantFrom('', '', '', '[]', '[0]', '[a]', '[__proto__]', '[99999]', '%'),
    queryValue,
  )
  return fc
    .array(field, { maxLength: 4 })
    .map((fields) =>
      fields.length === 0 ? '' : `?${fields.map(([n, at, v]) => `${n}${at}=${v}`).join('&')}`,
    )
}

const TYPES = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'application/x-www-form-urlencoded',
  'application/xml',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'x',
  '',
  'application/json; a=b; a=c',
]
const BOUNDARY = 'b0und4ry'

interface Body {
  type: string
  bytes: Buffer
}

/** JSON that may be truncated. */
const json = (shape: Endpoint['body']) =>
  fc
    .tuple(
      valueForSchema(shape),
      weighted<number | null>(fc.constant(null), 8, fc.nat({ max: 200 })),
      weighted(fc.constant('application/json'), 12, fc.constantFrom(...TYPES)),
    )
    .map(([raw, cut, type]): Body => ({ type, bytes: Buffer.from(cut === null ? raw : raw.slice(0, cut)) }))

const PDF = '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n'
/** A form with fields, files, wrong names and boundaries, or a missing end. */
function form(shape: Endpoint['body']) {
  const name = weighted(
    fc.constantFrom(
      ...fieldNames(shape),
      'samples[0][size]',
      'keywords[]',
      'proposal_collaborator[0][email]',
    ),
    4,
    fc.constantFrom(
      '__proto__',
      'samples[99999][size]',
      'a[b][c][d]',
      '',
      '[]',
      '[',
      'constructor[prototype]',
      'keywords[9999]',
    ),
  )
  const text = fc.oneof(hostileValue, fc.constantFrom(...TEXTS), fc.constantFrom('1', '0', 'Water'))
  const field = fc
    .tuple(name, text)
    .map(([n, v]) => `Content-Disposition: form-data; name="${n}"\r\n\r\n${v}`)
  const file = fc
    .tuple(
      weighted(fc.constant('file'), 3, name),
      fc.constantFrom('a.pdf', '../../a.pdf', '', '\u202Efdp.exe', 'a\r\nb', 'x'.repeat(3000)),
      fc.constantFrom(PDF, '', 'a,b\r\n1,2\r\n', '\0\0\0', PDF.repeat(500)),
    )
    .map(
      ([n, f, v]) =>
        `Content-Disposition: form-data; name="${n}"; filename="${f}"\r\nContent-Type: application/pdf\r\n\r\n${v}`,
    )
  const end = fc.constantFrom(
    `--${BOUNDARY}--\r\n`,
    `--${BOUNDARY}--\r\n`,
    `--${BOUNDARY}--\r\n`,
    '',
    '--',
    `--${BOUNDARY}\r\n`,
  )
  const boundary = weighted(fc.constant(BOUNDARY), 10, fc.constantFrom('other', '', 'x'.repeat(80)))
  return fc
    .tuple(fc.array(fc.oneof(field, field, file, fc.constant('\r\n')), { maxLength: 5 }), end, boundary)
    .map(
      ([parts, last, said]): Body => ({
        type: `multipart/form-data; boundary=${said}`,
        bytes: Buffer.from(parts.map((one) => `--${BOUNDARY}\r\n${one}\r\n`).join('') + last),
      }),
    )
}

const bodyOf = ({ body, takes, method }: Endpoint): fc.Arbitrary<Body | null> => {
  if (method === 'GET') return weighted(fc.constant(null), 20, json(body) as fc.Arbitrary<Body | null>)
  const likely =
    takes === 'multipart' ? fc.oneof(form(body), json(body)) : weighted(json(body), 15, form(body))
  return weighted(likely as fc.Arbitrary<Body | null>, 30, fc.constant(null))
}

const ODD_HEADERS: [string, string][] = [
  ['if-match', '"'],
  ['if-match', 'x'.repeat(5000)],
  ['accept', 'application/x-ndjson'],
  ['accept', '\u00ff'],
  ['x-forwarded-for', '1.2.3.4, ::1, x'],
  ['x-http-method-override', 'DELETE'],
  ['range', 'bytes=0-0,1-2,99999999999-'],
  ['expect', '100-continue'],
  ['content-encoding', 'gzip'],
  ['x-padding', 'x'.repeat(20_000)],
  ['cookie', 'ao_session=%; XSRF-TOKEN="'],
  ['host', ''],
  ['x-xsrf-token', 'x'],
  ['transfer-encoding', 'chunked'],
  ['content-length', '5'],
  ['content-length', '-1'],
  ['origin', 'https://example.org'],
]
const METHODS = ['DELETE', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE', 'PROPFIND', 'GET', 'POST', 'PUT']

const requestFor = ({ name, endpoint }: (typeof endpoints)[number]): fc.Arbitrary<BadRequest> =>
  fc
    .record({
      path: pathOf(endpoint),
      query: queryOf(endpoint),
      body: bodyOf(endpoint),
      method: weighted(fc.constant(endpoint.method as string), 30, fc.constantFrom(...METHODS)),
      odd: weighted<[string, string] | null>(fc.constant(null), 14, fc.constantFrom(...ODD_HEADERS)),
      cut: weighted<number | null>(fc.constant(null), 25, fc.nat({ max: 300 })),
      callerIndex: fc.nat({ max: 999 }),
      anyCaller: weighted(fc.constant(false), 5, fc.constant(true)),
    })
    .map(({ path, query, body, method, odd, cut, ...by }) => ({
      endpoint: name,
      method,
      path: path + query,
      headers: [...(body ? [['content-type', body.type] as [string, string]] : []), ...(odd ? [odd] : [])],
      body: body?.bytes ?? null,
      cut: body && cut !== null && cut < body.bytes.length ? cut : null,
      access: endpoint.access,
      ...by,
    }))

/** Malformed requests to all endpoints. */
export const badRequest: fc.Arbitrary<BadRequest> = fc
  .constantFrom(...endpoints)
  .chain((endpoint) => requestFor(endpoint))

/** A caller's cookies, CSRF token and roles. */
export interface Caller {
  cookie: string
  csrf: string
  roles: readonly Role[]
}

export const createCallers = ({ clients: visits, people }: MatrixFixture): Caller[] =>
  Object.entries(visits).map(([who, { cookie, csrf }]) => ({
    cookie,
    csrf,
    roles: who === 'disabled' || who === 'none' ? [] : (people[who as keyof typeof people]?.roles ?? []),
  }))

export function chooseCaller(
  { access, callerIndex: who, anyCaller: anyone }: BadRequest,
  callers: readonly Caller[],
): Caller {
  const some = anyone ? callers : callers.filter(({ roles }) => allows(access, roles))
  return some[who % some.length]!
}
