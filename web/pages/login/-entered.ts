import { useQueryClient } from '@tanstack/react-query'
import { address } from '#domain/address.ts'
import type { SystemContract } from '#domain/contract.ts'
import type { ReplyOf } from '#domain/endpoint.ts'
import { failureKind } from '#web/lib/http/failures.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { startSession, takeExpiredPage } from '#web/lib/session/session.ts'

const PASSWORD = address('/password')
const TOO_OFTEN = 'The limit of login attempts has been reached. Please try again in a few minutes.'

export type LoginReply = ReplyOf<SystemContract['session']['login']>

/** What a sign-in that failed says; what is wrong with a field stands there. */
export function wordsOf(error: unknown): string | null {
  const kind = failureKind(error)
  if (kind === 'invalid') return null
  return kind === 'throttled' ? TOO_OFTEN : 'Server error occurred.'
}

/** Leads a user who has signed in to where they go on; false when the reply says that nobody has. */
export function useEntered() {
  const go = useGo()
  const banner = useBanner()
  const queries = useQueryClient()
  return ({ success, user, redirect = address('/') }: LoginReply): boolean => {
    if (!success || !user) return false
    banner.reset()
    const back = takeExpiredPage(user.id)
    startSession(queries, user)
    // A generated password is changed first; an ended session goes on where it was.
    const first = redirect === PASSWORD
    void go(first ? PASSWORD : (back ?? redirect), { replace: true, state: { signedIn: first } })
    return true
  }
}
