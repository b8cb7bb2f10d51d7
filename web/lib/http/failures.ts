import type { Outcome } from '#domain/endpoint.ts'
import { Fault, type FaultKind } from '#domain/errors.ts'
import type { BannerColour } from '../screen/banner.tsx'
import { Stopped, Unreachable } from './transport.ts'

/** The kind of a failure: 'unreachable' where nothing answered, 'stopped' where the person took it back. */
export type FailureKind = FaultKind | 'unreachable' | 'stopped'

export const failureKind = (error: unknown): FailureKind =>
  error instanceof Fault
    ? error.kind
    : error instanceof Unreachable
      ? 'unreachable'
      : error instanceof Stopped
        ? 'stopped'
        : 'internal'

/** The kinds of failure that a screen speaks of itself; 'all': every one. */
export type Own = readonly FailureKind[] | 'all'

export const isOwn = (own: Own | undefined, error: unknown) =>
  own === 'all' || (own?.includes(failureKind(error)) ?? false)

/** True when the session has ended: the browser goes to /login. */
export const isSessionExpired = (error: unknown) => ['unauthenticated', 'csrf'].includes(failureKind(error))

/** True when it is only too much at the moment: a sentence says what of, and that it can be tried again. */
export const isBusy = (error: unknown) => ['throttled', 'unavailable'].includes(failureKind(error))

/** True when what was asked for is not to be had: the Forbidden or Not Found screen. */
export const isDenial = (error: unknown) => ['forbidden', 'missing'].includes(failureKind(error))

/** What stands in place of a read that nothing answered. */
export const NO_ANSWER = 'There is no connection to the server. It is tried again by itself.'

const TRIALS = new Fault('throttled').message

/** What is said of too much at once: the server's own sentence where it has one for what was asked. */
const ofTooMuch = ({ message }: Error) =>
  message === TRIALS ? 'You have reached the trial limit. Please try again after 1 minute.' : message

/** What the banner says of a failure, and in which colour. */
export function describeFailure(error: unknown): [BannerColour, string] {
  switch (failureKind(error)) {
    case 'internal':
      return ['error', 'System Error has occurred.']
    case 'throttled':
      return ['warning', ofTooMuch(error as Error)]
    case 'invalid':
      return ['warning', (error as Error).message]
    default:
      return ['alert', (error as Error).message]
  }
}

/** What a reply says of how an action went; null where it says something else. */
export function outcomeOf(reply: unknown): Outcome | null {
  const { result, message } = (reply ?? {}) as Partial<Outcome>
  return (result === 0 || result === 1) && typeof message === 'string' ? { result, message } : null
}
