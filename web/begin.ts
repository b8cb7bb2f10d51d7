import type { BegunCall } from './lib/http/begun.ts'

/** What the page was told to ask, asked while all other scripts are on their way. This one imports nothing, so that it waits for nothing. */
window.begunCalls = new Map(
  (document.querySelector<HTMLMetaElement>('meta[name="first-calls"]')?.content ?? '')
    .split(' ')
    .filter(Boolean)
    .map((path): [string, BegunCall] => {
      const stop = new AbortController()
      const headers = { Accept: 'application/json' }
      const answer = fetch(path, { headers, credentials: 'include', signal: stop.signal })
      const call: BegunCall = { answer, stop, at: performance.now(), cookies: document.cookie }
      answer
        .then(async (response) => {
          if (response.ok) call.reply = await response.clone().json()
        })
        // Who takes it up hears of it.
        .catch(() => {})
      return [path, call]
    }),
)
