import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { SignInBeside, UserFrame, VisitorFrame } from './frames.tsx'
import { SignInFrame, SkipButton } from './sign_in_frame.tsx'

/** These screens have a plain layout, also for users who are signed in. */
const isPlain = (pathname: string) => /^\/(request|password\/reset|reports\/answer)(\/|$)/iu.test(pathname)
const isAnswer = (pathname: string) => /^\/reports\/answer\//iu.test(pathname)
const isWall = (pathname: string) => /^\/meetings\/[^/]+\/wall(\/|$)/iu.test(pathname)
const isGate = (pathname: string) => /^\/login(\/|$)/iu.test(pathname)

/** The layout around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const pathname = useShownPath()
  const user = useOptionalUser()
  useHeadingFocus()
  if (isWall(pathname)) return children
  return (
    <>
      <SkipButton />
      {isGate(pathname) ? (
        <SignInFrame>{children}</SignInFrame>
      ) : user && (user.owes_second_factor || !isPlain(pathname)) ? (
        <UserFrame user={user}>{children}</UserFrame>
      ) : (
        <VisitorFrame beside={isAnswer(pathname) && <SignInBeside />}>{children}</VisitorFrame>
      )}
    </>
  )
}

/** The path of the current screen, also while the next one is loading. */
const useShownPath = () =>
  useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })

/**
 * Focuses the heading after a navigation, so that it is announced and Tab continues from there. A list to which one comes
 * back has focused its row by then.
 */
function useHeadingFocus() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (!fromLocation || !pathChanged || document.activeElement?.closest('[data-row]')) return
        document.getElementById('heading')?.focus({ preventScroll: true })
      }),
    [router],
  )
}
