import { type CallInput, client, type TypedCall } from '#domain/client.ts'
import { contract } from '#domain/contract.ts'
import { Fault, type FieldErrors, kindOf } from '#domain/errors.ts'
import type { AnyEndpoint, ReplyOf } from '#domain/wire.ts'
import { addressOf } from './call.ts'
import { toFormData } from './form_data.ts'
import { type Progress, transport } from './transport.ts'

/** A document as it was sent, with the name the server gave it. */
export interface ReceivedFile {
  name: string
  content: Blob
}

/** Every call of the system as a typed function; failures are Faults, or Unreachable. */
export const api = client(contract, async (endpoint, path, body) =>
  read(endpoint, await transmit(endpoint, path, body)),
)

/** The same for one call with a file on the way in, telling how much of it has left. */
export async function upload<E extends AnyEndpoint>(
  call: TypedCall<E>,
  input: CallInput<E>,
  progress: Progress,
): Promise<ReplyOf<E>> {
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, { progress })
  return (await read(call.endpoint, response)) as ReplyOf<E>
}

/** The same for one call whose headers matter: those sent along, and the ETag of what is answered. */
export async function exchange<E extends AnyEndpoint>(
  call: TypedCall<E>,
  input: CallInput<E>,
  headers: Record<string, string> = {},
): Promise<{ reply: ReplyOf<E>; etag: string }> {
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, { headers })
  const etag = response.headers.get('etag') ?? ''
  return { reply: (await read(call.endpoint, response)) as ReplyOf<E>, etag }
}

/** The same for one call that can be taken back while it is on its way: it then throws Stopped. */
export async function stoppable<E extends AnyEndpoint>(
  call: TypedCall<E>,
  input: CallInput<E>,
  stop: AbortSignal,
): Promise<ReplyOf<E>> {
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, { stop })
  return (await read(call.endpoint, response)) as ReplyOf<E>
}

interface Sending {
  progress?: Progress
  stop?: AbortSignal
  headers?: Record<string, string>
}

async function transmit(
  endpoint: AnyEndpoint,
  path: string,
  body: unknown,
  { progress, stop, headers }: Sending = {},
): Promise<Response> {
  const send = async () => {
    const out = await outgoing(endpoint, path, body)
    return transport({ ...out, headers: { ...out.headers, ...headers } }, { progress, stop })
  }
  const response = await send()
  if (response.status !== 419) return response
  // The token went with an older session; that says nothing about this one: take a new token, once.
  await freshToken()
  return send()
}

/** Signing in and out begin with a token of their own. */
const FRESH: AnyEndpoint[] = [contract.session.login, contract.session.logout]

async function outgoing(endpoint: AnyEndpoint, path: string, body: unknown) {
  const { method } = endpoint
  const headers: Record<string, string> = { Accept: 'application/json' }
  if (method === 'GET') return { method, path, headers, body: undefined }
  if (!token() || FRESH.includes(endpoint)) await freshToken()
  headers['X-XSRF-TOKEN'] = token()
  if (body === undefined) return { method, path, headers, body: undefined }
  if (endpoint.takes === 'multipart') return { method, path, headers, body: toFormData(body as object) }
  headers['Content-Type'] = 'application/json'
  return { method, path, headers, body: JSON.stringify(body) }
}

const freshToken = () =>
  transport({ method: 'GET', path: contract.session.csrfCookie.path, headers: {}, body: undefined })

function token(): string {
  const cookie = document.cookie.split('; ').find((one) => one.startsWith('XSRF-TOKEN='))
  return cookie ? decodeURIComponent(cookie.slice('XSRF-TOKEN='.length)) : ''
}

async function read(endpoint: AnyEndpoint, response: Response): Promise<unknown> {
  if (!response.ok) throw await faultOf(response)
  if (endpoint.gives === 'file') return { name: fileName(response), content: await response.blob() }
  if (response.status === 204) return undefined
  return response.json()
}

/** The failure as the server threw it: its kind, its sentence, its field errors and whatever else it told. */
async function faultOf(response: Response): Promise<Fault> {
  const told = (await response.json().catch(() => ({}))) as { message?: string; errors?: FieldErrors }
  const { message, errors, ...details } = told
  return new Fault(kindOf(response.status), message, { errors, details })
}

function fileName(response: Response): string {
  const header = response.headers.get('content-disposition') ?? ''
  const encoded = /filename\*=UTF-8''([^;]+)/iu.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : (/filename="([^"]+)"/iu.exec(header)?.[1] ?? 'download')
}
