import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { MaintenanceLine } from './maintenance_line.tsx'
import { Notices } from './notices.tsx'
import classes from './shell.module.css'

/** These screens have a plain layout, also for users who are signed in. */
const isPlain = (pathname: string) => /^\/(request|password\/reset|reports\/answer)(\/|$)/iu.test(pathname)
const isAnswer = (pathname: string) => /^\/reports\/answer\//iu.test(pathname)
const isWall = (pathname: string) => /^\/meetings\/[^/]+\/wall(\/|$)/iu.test(pathname)
const isGate = (pathname: string) => /^\/login(\/|$)/iu.test(pathname)

/** The layout around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const pathname = useShownPath()
  const user = useOptionalUser()
  const around = loadedFrames
  useHeadingFocus()
  if (isWall(pathname)) return children
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to content
      </button>
      {isGate(pathname) || !around ? (
        <GateFrame>{children}</GateFrame>
      ) : user && (user.owes_second_factor || !isPlain(pathname)) ? (
        <around.UserFrame user={user}>{children}</around.UserFrame>
      ) : (
        <around.VisitorFrame beside={isAnswer(pathname) && <around.SignInBeside />}>
          {children}
        </around.VisitorFrame>
      )}
    </>
  )
}

/** The path of the current screen, also while the next one is loading. */
const useShownPath = () =>
  useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })

const skip = () => document.getElementById('content')?.focus()

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

let loadedFrames: typeof import('./frames.tsx') | null = null

/** Loads the frames with menus and search, which the sign-in screen does not need. */
export async function loadFrames() {
  if (loadedFrames) return
  loadedFrames = await import('./frames.tsx')
}

/** The layout of the sign-in screen: no frame. */
const GateFrame = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1} className={classes.gate}>
    <MaintenanceLine />
    <Notices />
    {children}
  </main>
)
