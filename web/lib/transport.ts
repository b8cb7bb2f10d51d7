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
  constructor() {
    super('The server can not be reached. Please check your connection and try again.')
    this.name = 'Unreachable'
  }
}

/** Sends and answers a Response of any status; throws Unreachable when there is none. */
export async function transport(out: Outgoing, progress?: Progress): Promise<Response> {
  if (progress) return sendWithProgress(out, progress)
  try {
    return await fetch(out.path, { ...out, credentials: 'include' })
  } catch {
    throw new Unreachable()
  }
}

/** fetch tells nothing of an upload's progress; XMLHttpRequest does. */
function sendWithProgress({ method, path, headers, body }: Outgoing, progress: Progress): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open(method, path)
    request.withCredentials = true
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.onprogress = (event) => event.lengthComputable && progress(event.loaded / event.total)
    request.onload = () =>
      resolve(
        new Response(request.status === 204 ? null : request.responseText, {
          status: request.status,
          headers: { 'content-type': request.getResponseHeader('content-type') ?? '' },
        }),
      )
    request.onerror = request.onabort = () => reject(new Unreachable())
    request.send(body ?? null)
  })
}
