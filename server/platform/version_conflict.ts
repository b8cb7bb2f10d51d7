import { Fault } from '#domain/errors.ts'
import { formatUtc } from '#domain/terms/rules.ts'

interface Saved {
  version: number
  saved_by: string | null
  saved_at: string
}

/**
 * Optimistic concurrency: throws 'stale' with who saved when, if `sent`, the version that the form was loaded with, is not
 * the saved one. Omit it to overwrite. `what` begins the message, such as "This proposal"; `now` ends it.
 */
export function requireVersion(what: string, sent: number | null | undefined, saved: Saved, now = '') {
  if (sent === undefined || sent === null || sent === saved.version) return
  const saved_by = saved.saved_by ?? 'someone'
  const { version, saved_at } = saved
  const message = `${what} was saved by ${saved_by} on ${formatUtc(saved_at)}, after you opened it.`
  throw new Fault('stale', now ? `${message} ${now}` : message, {
    details: { version, saved_at, saved_by },
  })
}
