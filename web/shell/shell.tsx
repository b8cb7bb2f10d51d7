import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useOptionalUser } from '#web/lib/session/session.ts'
import { useFocusKeeper } from './focus_keeper.ts'
import type { UserFrame, VisitorFrame } from './frames.tsx'
import { Notices } from './notices.tsx'
import classes from './shell.module.css'

/** Signing in has its own plain layout, also for somebody who is signed in already. */
const isPlain = (pathname: string) => /^\/(request|password\/reset)(\/|$)/iu.test(pathname)
const isGate = (pathname: string) => /^\/login(\/|$)/iu.test(pathname)

/** What is around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const pathname = useShownPath()
  const user = useOptionalUser()
  const around = frames()
  useHeadingFocus()
  useFocusKeeper()
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
        <around.VisitorFrame>{children}</around.VisitorFrame>
      )}
    </>
  )
}

/** The path of the screen that stands there, while the next one is on its way: it keeps its frame, and so what it knows. */
const useShownPath = () =>
  useRouterState({ select: ({ matches, location }) => matches.at(-1)?.pathname ?? location.pathname })

const skip = () => document.getElementById('content')?.focus()

/** After a navigation the focus is on the new screen's heading, so that it is read out and Tab goes on from there. */
function useHeadingFocus() {
  const router = useRouter()
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.getElementById('heading')?.focus({ preventScroll: true })
      }),
    [router],
  )
}

/** What is around a screen: of who is signed in, and of a visitor. */
interface Frames {
  UserFrame: typeof UserFrame
  VisitorFrame: typeof VisitorFrame
}

let loadedFrames: Frames | null = null

/** Brings the frames with their menus and the search; signing in stands without, and waits for none of it. */
export async function loadFrames() {
  if (loadedFrames) return
  const [{ UserFrame }, { VisitorFrame }] = await Promise.all([
    import('./frames.tsx'),
    import('./frames.tsx'),
  ])
  loadedFrames = { UserFrame, VisitorFrame }
}

/** They, once they are there. */
const frames = () => loadedFrames

/** The layout of signing in: the screen alone. */
const GateFrame = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1}>
    <Notices />
    {children}
  </main>
)
