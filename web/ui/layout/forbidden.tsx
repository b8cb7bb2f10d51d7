import { useLocation } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { SessionUser } from '#domain/session/contract.ts'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { ScreenLink } from '../actions/links.tsx'
import { UnsavedDraft } from '../forms/unsaved_work.tsx'
import { ErrorPage } from './error_pages.tsx'

function WhyForbidden({ user }: { user: SessionUser | null }) {
  if (user?.acting) return `This page is not open to ${user.name}, or cannot be viewed as someone else.`
  if (!user?.owes_second_factor) return 'Your account may not open this page.'
  return (
    <>
      Your role requires a second factor. Set one up on{' '}
      <ScreenLink to={address('/security')}>Sign-in and security</ScreenLink>.
    </>
  )
}

/** The 403 screen. With a draft's name in the history state it also shows the unsaved text. */
export function Forbidden() {
  const { draft } = useLocation().state
  const user = useOptionalUser()
  return (
    <ErrorPage title="Forbidden" under={draft && <UnsavedDraft of={draft} />}>
      <WhyForbidden user={user} />
    </ErrorPage>
  )
}
