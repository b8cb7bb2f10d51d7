import { durationText } from './durations.ts'

/** Why a visit to a sign-in provider ended without what it was for, as the query of the screen that it returns to says. */
export const PROVIDER_FAILURES = [
  'cancelled',
  'expired',
  'refused',
  'unreachable',
  'not_linked',
  'taken',
  'linked_already',
  'signed_out',
  'throttled',
  'maintenance',
] as const
export type ProviderFailure = (typeof PROVIDER_FAILURES)[number]

/** Parameters of the query with which a visit returns to a screen. */
export const RETURN_QUERY = {
  /** Why it ended. */
  failure: 'provider_failure',
  /** The provider's id. */
  provider: 'provider',
  /** Signed in: the page to open. */
  next: 'next',
  /** Signed in but for one of these second factors. */
  second: 'second',
  /** Linked. */
  linked: 'linked',
} as const

/** What happened, and what to do, in words; `label` is the provider's name. */
export function failureSentence(failure: ProviderFailure, label: string): string {
  switch (failure) {
    case 'cancelled':
      return `The sign-in at ${label} was cancelled; nothing was changed.`
    case 'expired':
      return `The sign-in at ${label} took longer than ${durationText('provider_visit')}, or was begun in another browser. Please try again.`
    case 'refused':
      return `The answer of ${label} could not be verified, so nothing was done. Please try again; if it happens again, tell the office.`
    case 'unreachable':
      return `${label} did not answer in time. Please try again later.`
    case 'not_linked':
      return `You cannot sign in with this account at ${label}. If you have an account here, sign in with your password and link ${label} under Sign-in and security. If you have none, file a Notice of Intent.`
    case 'taken':
      return `This account at ${label} is linked to another account here. Unlink it there first, or ask the office.`
    case 'linked_already':
      return `Your account is linked to another account at ${label}. Unlink that one first.`
    case 'signed_out':
      return `Your session ended or your password changed while you were at ${label}. Sign in and link it again.`
    case 'throttled':
      return 'The limit of sign-in attempts has been reached. Please try again in a few minutes.'
    case 'maintenance':
      return 'Nothing can be changed at the moment because of maintenance. Please try again later.'
  }
}

export const asProviderFailure = (text: unknown): ProviderFailure | null =>
  PROVIDER_FAILURES.find((failure) => failure === text) ?? null

/** Why a user's account at a provider cannot be unlinked by the office, or null. */
export const whyNotUnlink = (actor: { id: number }, user: { id: number }): string | null =>
  actor.id === user.id ? 'Unlink your own account under Sign-in and security.' : null
