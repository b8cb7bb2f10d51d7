import type { EndpointFunction, EndpointInput } from '#domain/client.ts'
import type { Endpoint, ReplyOf } from '#domain/endpoint.ts'
import { faultOf, read, transmit } from './api.ts'
import { jsonLineReader } from './body_formats.ts'
import { addressOf } from './endpoints.ts'
import { type Progress, Unreachable } from './transport.ts'

// Calls that need more than their input and their reply. `api` makes all others.

/** One call with a file on the way in, telling how much of it has left. */
export async function upload<E extends Endpoint>(
  call: EndpointFunction<E>,
  input: EndpointInput<E>,
  progress: Progress,
): Promise<ReplyOf<E>> {
  const response = await transmit(call.endpoint, addressOf(call, input), input.body, { progress })
  return (await read(call.endpoint, response)) as ReplyOf<E>
}

/** One call whose headers matter: those sent along, and the ETag of what is answered. */
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
 * One call that answers with an ETag and is sent again and again: `known` itself when nothing has changed
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
 * One call that answers in lines of JSON to who accepts them: `told` hears each line, the last of which is
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
