import { Webhook } from 'standardwebhooks'
import { vi } from 'vitest'
import type { Received } from './hook_receiver.ts'

/**
 * What the library of the convention reads with a secret at the moment that the headers name, because the clock of a test
 * may be another; throws if the signature is not right.
 */
export function verified({ body, headers }: Received, secret: string) {
  vi.setSystemTime(Number(headers['webhook-timestamp']) * 1000)
  try {
    return new Webhook(secret).verify(body, headers) as { type: string; data: Record<string, unknown> }
  } finally {
    vi.useRealTimers()
  }
}
