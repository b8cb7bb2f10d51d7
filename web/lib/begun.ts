/** A call that was begun before the scripts that need it were there. */
export interface BegunCall {
  answer: Promise<Response>
  stop: AbortController
  /** When, in ms since the page was opened. */
  at: number
}

declare global {
  interface Window {
    begunCalls?: Map<string, BegunCall>
  }
}

/** So long an answer that nobody has taken up is what the first screen asked for, in ms. */
const LIFE = 10_000

/** The answer to a call that the page began by itself, once and only at first; undefined: ask. */
export function takeBegun(path: string, signal: AbortSignal): Promise<Response> | undefined {
  const call = window.begunCalls?.get(path)
  window.begunCalls?.delete(path)
  if (!call || performance.now() - call.at > LIFE) return undefined
  signal.addEventListener('abort', () => call.stop.abort())
  return call.answer
}

/** What was begun is of before this: of another user, or of what is changed now. */
export const dropBegun = () => window.begunCalls?.clear()
