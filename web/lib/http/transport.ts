import { faultKindOf } from '#domain/errors.ts'

/** What travels to the server, in whichever way it is sent. */
export interface Outgoing {
  method: string
  path: string
  headers: Record<string, string>
  body: string | FormData | undefined
}
/** How much of an upload has left, 0 to 1. */
export type Progress = (share: number) => void

/** No answer at all: the network or the server is away. */
export class Unreachable extends Error {
  constructor(
    message = 'The server cannot be reached. Please check your connection and try again.',
    options?: ErrorOptions,
  ) {
    super(message, options)
    this.name = 'Unreachable'
  }
}

/** The person took it back while it was on its way. */
export class Stopped extends Error {}

/** So long nothing may move, neither there nor back, before it is given up. */
export const STALLED_MS = 60_000

const stalled = () =>
  new Unreachable(
    'The server has not answered for a minute. What was sent may have arrived all the same; please look, and try again.',
  )

/** How a call is followed while it is under way. */
export interface Following {
  /** How much of an upload has left. */
  progress?: Progress
  /** Each piece of the answer as it arrives. */
  piece?: (bytes: Uint8Array) => void
  /** Ends the call when it is aborted; what is thrown is its reason. */
  signal?: AbortSignal
}

/** What a proxy says whose server is away, and a server whose database is. */
const AWAY = [502, 503, 504]

/** No Content, Not Modified. */
const BODILESS = [204, 304]

/** Sends and answers a Response; throws Unreachable when there is none, or only one that says that the server is away. */
export async function transport(
  out: Outgoing,
  { progress, ...following }: Following = {},
): Promise<Response> {
  const response = await (progress ? sendWithProgress(out, progress) : sendPlainly(out, following))
  if (AWAY.includes(response.status) && !(await isMaintenance(response))) throw new Unreachable()
  return response
}

/** The server is there, and says until when nobody can save. */
const isMaintenance = (response: Response) =>
  response
    .clone()
    .json()
    .then(
      (told: object) => faultKindOf(response.status, { ...told }) === 'maintenance',
      () => false,
    )

async function sendPlainly(out: Outgoing, { piece, signal }: Omit<Following, 'progress'>): Promise<Response> {
  const stop = new AbortController()
  const watch = watchFor(() => stop.abort())
  const moved = (bytes: Uint8Array) => {
    watch.moved()
    piece?.(bytes)
  }
  try {
    const ended = signal ? AbortSignal.any([stop.signal, signal]) : stop.signal
    const response = await fetch(out.path, { ...out, credentials: 'include', signal: ended })
    watch.moved()
    const { status, headers } = response
    return new Response(BODILESS.includes(status) ? null : await received(response, moved), {
      status,
      headers,
    })
  } catch (cause) {
    signal?.throwIfAborted()
    throw stop.signal.aborted ? stalled() : new Unreachable(undefined, { cause })
  } finally {
    watch.end()
  }
}

/** Calls `stall` once nothing has moved for too long. */
function watchFor(stall: () => void) {
  let timer = setTimeout(stall, STALLED_MS)
  return {
    moved: () => {
      clearTimeout(timer)
      timer = setTimeout(stall, STALLED_MS)
    },
    end: () => clearTimeout(timer),
  }
}

/** The whole body of an answer; `moved` is told of each piece. */
function received({ body }: Response, moved: (bytes: Uint8Array) => void): Promise<Blob> {
  const watched = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform: (piece, onward) => {
      moved(piece)
      onward.enqueue(piece)
    },
  })
  return new Response(body?.pipeThrough(watched)).blob()
}

/** fetch tells nothing of an upload's progress; XMLHttpRequest does. */
function sendWithProgress({ method, path, headers, body }: Outgoing, progress: Progress): Promise<Response> {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest()
    const watch = watchFor(() => {
      reject(stalled())
      request.abort()
    })
    request.open(method, path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => {
      watch.moved()
      if (event.lengthComputable) progress(event.loaded / event.total)
    }
    request.onload = () =>
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        }),
      )
    request.onerror = request.onabort = () => reject(new Unreachable())
    request.onloadend = watch.end
    request.send(body ?? null)
  })
}
