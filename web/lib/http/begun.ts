/** A call that was begun before the scripts that need it were there. */
export interface BegunCall {
  answer: Promise<Response>
  /** What it answered, once that is there and all went well. */
  reply?: unknown
  stop: AbortController
  /** When, in ms since the page was opened. */
  at: number
  /** The cookies of that moment: with the session goes a token, so another session has others. */
  cookies: string
}

declare global {
  interface Window {
    begunCalls?: Map<string, BegunCall>
  }
}

/** So long an answer that nobody has taken up is what the first screen asked for, in ms. */
const LIFE = 10_000

function take(path: string): BegunCall | undefined {
  const call = window.begunCalls?.get(path)
  window.begunCalls?.delete(path)
  const ofNow = call && call.cookies === document.cookie && performance.now() - call.at <= LIFE
  return ofNow ? call : undefined
}

/** The answer to a call that the page began by itself, once and only at first; undefined: ask. */
export function takeBegun(path: string, signal: AbortSignal): Promise<Response> | undefined {
  const call = take(path)
  if (call) signal.addEventListener('abort', () => call.stop.abort())
  return call?.answer
}

/** The same for a screen that is about to be drawn: what has been answered already; undefined: ask. */
export function takeReply(path: string): unknown {
  return window.begunCalls?.get(path)?.reply === undefined ? undefined : take(path)?.reply
}

/** What was begun is of before this: of another user, or of what is changed now. */
export const dropBegun = () => window.begunCalls?.clear()
