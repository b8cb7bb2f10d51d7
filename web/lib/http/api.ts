import { lines } from 'virtual:public-lines'
import { type EndpointSummary, lazyClient } from '#domain/client.ts'
import type { SystemContract } from '#domain/contract.ts'
import { Fault, type FieldErrors, faultKindOf } from '#domain/errors.ts'
import { SHOWN_USER_HEADER } from '#domain/impersonation/refusals.ts'
import { toFormData } from './body_formats.ts'
import { freshToken, heldToken, tabUser, takeToken } from './tab_session.ts'
import { type Following, transport } from './transport.ts'

/** A document as it was sent, with the name the server gave it. */
export interface ReceivedFile {
  name: string
  content: Blob
}

/** Every call of the system as a typed function; failures are Faults, or Unreachable. */
export const api = lazyClient<SystemContract>(summaryOf, async (endpoint, path, body) =>
  read(endpoint, await transmit(endpoint, path, body)),
)

type Lines = Record<string, Record<string, EndpointSummary>>

/** Every endpoint once the screens are loaded; until then those that anyone may use. */
const known: Lines = { ...lines }

/** Makes known the endpoints that only users call. */
export function addEndpoints(more: Lines) {
  for (const [area, endpoints] of Object.entries(more)) known[area] = { ...endpoints, ...known[area] }
}

function summaryOf(area: string, name: string): EndpointSummary {
  const summary = known[area]?.[name]
  if (!summary) throw new Error(`There is no endpoint ${area}.${name}.`)
  return summary
}

interface Sending extends Following {
  headers?: Record<string, string>
}

/** Sends a request, with a fresh token when its own is out of date; answers what came back, a refusal too. */
export async function transmit(
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

/** The reply in an answer. Throws what a refusal says. */
export async function read(endpoint: EndpointSummary, response: Response): Promise<unknown> {
  if (!response.ok) throw await faultOf(response)
  if (endpoint.gives === 'file') return { name: fileName(response), content: await response.blob() }
  if (response.status === 204) return undefined
  return response.json()
}

/** The failure as the server threw it: its kind, its sentence, its field errors and whatever else it told. */
export async function faultOf(response: Response): Promise<Fault> {
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
