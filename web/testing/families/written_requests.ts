import { vi } from 'vitest'

/** A request that writes, as the browser sends it. */
export interface WrittenRequest {
  method: string
  path: string
  /** Its fields by their path: 'collaborators.0.first_name'. */
  fields: Record<string, string>
  /** Why the server did not do it. */
  refused?: string
}

/** The fields of a body: of JSON, or of a form with a file. */
function fieldsOf(body: unknown): Record<string, string> {
  if (body instanceof FormData)
    return Object.fromEntries(
      [...body].map(([name, value]) => [name.replace(/\[(\w+)\]/gu, '.$1'), String(value)]),
    )
  if (typeof body !== 'string') return {}
  const fields: Record<string, string> = {}
  const collect = (path: string, value: unknown) => {
    if (value !== null && typeof value === 'object' && Object.keys(value).length > 0)
      for (const [key, item] of Object.entries(value)) collect(path === '' ? key : `${path}.${key}`, item)
    else fields[path] = value !== null && typeof value === 'object' ? '[]' : String(value)
  }
  collect('', JSON.parse(body))
  return fields
}

/** Records uploads too, which fetch cannot follow. */
function recordUploads(written: WrittenRequest[]) {
  const to = new WeakMap<XMLHttpRequest, [method: string, path: string]>()
  vi.spyOn(XMLHttpRequest.prototype, 'open').mockImplementation(function (
    this: XMLHttpRequest,
    method,
    path,
  ) {
    to.set(this, [method, String(path)])
  })
  vi.spyOn(XMLHttpRequest.prototype, 'setRequestHeader').mockImplementation(() => {})
  vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementation(function (this: XMLHttpRequest, body) {
    const [method, path] = to.get(this)!
    written.push({ method, path, fields: fieldsOf(body) })
    queueMicrotask(() => this.onerror?.(new ProgressEvent('error')))
  })
}

/** Does what a request asks for, and answers in its place. */
type Answer = (write: () => Promise<Response>) => Promise<Response>

/** Breaks the connection, so that a form stays as it is. */
export const lost: Answer = () => Promise.reject(new TypeError('The connection was lost.'))

/** What a POST asks for only because its question is long. */
const READS_ONLY = /\/api\/results\/preview$/u

/** Records what is written from now on, which `answer` answers. */
export function recordWrites(answer: Answer): WrittenRequest[] {
  const written: WrittenRequest[] = []
  const network = globalThis.fetch
  recordUploads(written)
  globalThis.fetch = (address, options = {}) => {
    const { method = 'GET', body } = options
    if (method === 'GET' || READS_ONLY.test(String(address))) return network(address, options)
    const request: WrittenRequest = { method, path: String(address), fields: fieldsOf(body) }
    written.push(request)
    return answer(async () => {
      const reply = await network(address, options)
      const outcome = reply.status === 204 ? null : await reply.clone().json()
      if (!reply.ok || outcome?.result === 0) request.refused = outcome.message
      return reply
    })
  }
  return written
}
