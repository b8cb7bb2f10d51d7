import type { Outcome } from '#domain/endpoint.ts'
import { Fault, type FaultKind } from '#domain/errors.ts'
import type { BannerColour } from '../screen/banner.tsx'
import { Stopped, Unreachable } from './transport.ts'

/** 'unreachable': no answer; 'stopped': cancelled by the user. */
export type FailureKind = FaultKind | 'unreachable' | 'stopped'

export const failureKind = (error: unknown): FailureKind =>
  error instanceof Fault
    ? error.kind
    : error instanceof Unreachable
      ? 'unreachable'
      : error instanceof Stopped
        ? 'stopped'
        : 'internal'

/** The kinds of failure that a screen reports itself; 'all': every kind. */
export type Own = readonly FailureKind[] | 'all'

export const isOwn = (own: Own | undefined, error: unknown) =>
  own === 'all' || (own?.includes(failureKind(error)) ?? false)

/** The messages of a fault's fields, or its own without any. */
export const reasonsOf = ({ errors = {}, message }: Fault) =>
  [...new Set(Object.values(errors).flat())].join(' ') || message

/** True if the session has ended; the app then goes to /login. */
export const isSessionExpired = (error: unknown) => ['unauthenticated', 'csrf'].includes(failureKind(error))

/** True if trying again later may succeed; the message says so. */
export const isBusy = (error: unknown) => ['throttled', 'unavailable'].includes(failureKind(error))

/** True if the Forbidden or Not Found screen is to be shown. */
export const isDenial = (error: unknown) => ['forbidden', 'missing'].includes(failureKind(error))

/** Shown in place of data that could not be read without a connection. */
export const NO_ANSWER = 'There is no connection to the server. It is tried again by itself.'

const TRIALS = new Fault('throttled').message

/** In how many minutes a throttled call may be tried again; one if the server does not say. */
export const minutesToWait = ({ details }: Fault) =>
  Math.max(1, Math.ceil((Number(details?.retry_after) || 0) / 60))

/** '1 minute', '45 minutes', '24 hours'. */
export function waitText(minutes: number): string {
  if (minutes > 90) return `${Math.ceil(minutes / 60)} hours`
  return `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`
}

/** The server's message, unless it is the general one. */
const ofTooMuch = (fault: Fault) =>
  fault.message === TRIALS
    ? `You have reached the trial limit. Please try again after ${waitText(minutesToWait(fault))}.`
    : fault.message

/** Said with every refusal during maintenance. */
export const KEPT_HERE = 'What you type is kept in this browser.'

/** Colour and text of the banner for a failure. */
export function describeFailure(error: unknown): [BannerColour, string] {
  switch (failureKind(error)) {
    case 'internal':
      return ['error', 'System Error has occurred.']
    case 'throttled':
      return ['warning', ofTooMuch(error as Fault)]
    case 'invalid':
      return ['warning', (error as Error).message]
    case 'maintenance':
      return ['alert', `${(error as Error).message} ${KEPT_HERE}`]
    default:
      return ['alert', (error as Error).message]
  }
}

/** The outcome in a reply; null if the reply is not an outcome. */
export function outcomeOf(reply: unknown): Outcome | null {
  const { result, message } = (reply ?? {}) as Partial<Outcome>
  return (result === 0 || result === 1) && typeof message === 'string' ? { result, message } : null
}
