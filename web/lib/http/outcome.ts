import type { Outcome } from '#domain/endpoint.ts'

/** What a reply says of how an action went; null where it says something else. */
export function outcomeIn(reply: unknown): Outcome | null {
  const { result, message } = (reply ?? {}) as Partial<Outcome>
  return (result === 0 || result === 1) && typeof message === 'string' ? { result, message } : null
}
