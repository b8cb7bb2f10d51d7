import { lines } from 'virtual:contract-lines'
import { client, type EndpointFunction, type EndpointInput, type EndpointSummary } from '#domain/client.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { Fault, type FieldErrors, faultKindOf } from '#domain/errors.ts'
import { SHOWN_USER_HEADER } from '#domain/impersonation/refusals.ts'
import { jsonLineReader, toFormData } from './body_formats.ts'
import { addressOf } from './endpoints.ts'
import { freshToken, heldToken, tabUser, takeToken } from './tab_session.ts'
import { type Following, type Progress, transport, Unreachable } from './transport.ts'

/** A document as it was sent, with the name the server gave it. */
export interface ReceivedFile {
  name: string
  content: Blob
}

/** Every call of the system as a typed function; failures are Faults, or Unreachable. */
export const api = client<SystemContract>(lines, async (endpoint, path, body) =>
  read(endpoint, await transmit(endpoint, path, body)),
)

/** The same for one call with a file on the way in, telling how much of it has left. */
export async function upload<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
  progress: Progress,
): Promise<ReplyOf<E>> {
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, { progress })
  return (await read(call.endpoint, response)) as ReplyOf<E>
}

/** The same for one call whose headers matter: those sent along, and the ETag of what is answered. */
export async function exchange<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
  headers: Record<string, string> = {},
): Promise<{ reply: ReplyOf<E>; etag: string }> {
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, { headers })
  const etag = response.headers.get('etag') ?? ''
  return { reply: (await read(call.endpoint, response)) as ReplyOf<E>, etag }
}

/** A reply with its ETag. `offset`: milliseconds by which the server's clock is ahead of this one, to about a second. */
export interface TaggedReply<Reply> {
  reply: Reply
  etag: string
  offset: number
}

/** A smaller difference between two readings of the server's clock, which tells whole seconds, says nothing. */
const CLOCK_STEP_MS = 1500

/**
 * The same for one call that answers with an ETag and is sent again and again: `known` itself when nothing has changed
 * since. `signal` ends it; what is thrown then is its reason.
 */
export async function readIfChanged<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
  known: TaggedReply<ReplyOf<E>> | undefined,
  signal: AbortSignal,
): Promise<TaggedReply<ReplyOf<E>>> {
  const response = await transmit(call.endpoint, addressOf(call, input), undefined, {
    headers: known ? { 'If-None-Match': known.etag } : {},
    signal,
  })
  const told = Date.parse(response.headers.get('date') ?? '') + 500 - Date.now() || 0
  const offset = known && Math.abs(told - known.offset) < CLOCK_STEP_MS ? known.offset : told
  if (known && response.status === 304) return offset === known.offset ? known : { ...known, offset }
  const etag = response.headers.get('etag') ?? ''
  return { reply: (await read(call.endpoint, response)) as ReplyOf<E>, etag, offset }
}

/**
 * The same for one call that answers in lines of JSON to who accepts them: `told` hears each line, the last of which is
 * the reply. `signal` ends it, on the server too; what is thrown then is its reason.
 */
export async function follow<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
  accept: string,
  told: (line: unknown) => void,
  signal: AbortSignal,
): Promise<ReplyOf<E>> {
  const lines = jsonLineReader(told)
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, {
    headers: { Accept: accept },
    piece: lines.read,
    signal,
  })
  if (!response.ok) throw await faultOf(response)
  const reply = lines.last()
  if (reply === undefined) throw new Unreachable()
  return reply as ReplyOf<E>
}

interface Sending extends Following {
  headers?: Record<string, string>
}

async function transmit(
  endpoint: EndpointSummary,
  path: string,
  body: unknown,
  { headers, ...following }: Sending = {},
): Promise<Response> {
  const send = async () => {
    const out = await outgoing(endpoint, path, body)
    return transport({ ...out, headers: { ...out.headers, ...headers } }, following)
  }
  const response = await send()
  if (SESSION.includes(endpoint)) takeToken()
  if (response.status !== 419) return response
  // The token went with another session, and nothing was done: take a new one, once, and ask whose it is.
  await freshToken()
  await requireTabsUser()
  return send()
}

/** Throws 'unauthenticated' when someone else has signed in in another tab: nothing is done here in that name. */
async function requireTabsUser() {
  const here = tabUser()
  const user = await api.session.loginUser()
  if (here !== null && user !== 0 && user.id !== here) throw new Fault('unauthenticated')
}

/** Signing in and out begin with a token of their own, and end with another. */
const SESSION: EndpointSummary[] = [lines.session.login, lines.session.logout]

async function outgoing(endpoint: EndpointSummary, path: string, body: unknown) {
  const { method } = endpoint
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (method === 'GET') return { method, path, headers, body: undefined }
  if (!heldToken() || SESSION.includes(endpoint)) await freshToken()
  headers['X-XSRF-TOKEN'] = heldToken()
  // RFC 7240: the answer comes before the act, which can be undone until it is carried out.
  if (endpoint.undoable) headers.Prefer = 'respond-async'
  const shown = tabUser()
  if (shown !== null) headers[SHOWN_USER_HEADER] = String(shown)
  if (body === undefined) return { method, path, headers, body: undefined }
  if (endpoint.takes === 'multipart') return { method, path, headers, body: toFormData(body as object) }
  headers['Content-Type'] = 'application/json'
  return { method, path, headers, body: JSON.stringify(body) }
}

async function read(endpoint: EndpointSummary, response: Response): Promise<unknown> {
  if (!response.ok) throw await faultOf(response)
  if (endpoint.gives === 'file') return { name: fileName(response), content: await response.blob() }
  if (response.status === 204) return undefined
  return response.json()
}

/** The failure as the server threw it: its kind, its sentence, its field errors and whatever else it told. */
async function faultOf(response: Response): Promise<Fault> {
  const told = (await response.json().catch(() => ({}))) as { message?: string; errors?: FieldErrors }
  const { message, errors, ...details } = told
  const kind = faultKindOf(response.status, details)
  const wait = kind === 'throttled' && { retry_after: Number(response.headers.get('retry-after')) }
  return new Fault(kind, message, { errors, details: { ...details, ...wait } })
}

function fileName(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/iu.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/iu.exec(header)?.[1] ?? 'download')
}
