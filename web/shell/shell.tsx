import { Outlet, useRouter, useRouterState } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { useVisitor } from '#web/lib/session.tsx'
import { useFocusKeeper } from './focus_keeper.ts'
import classes from './frame.module.css'
import { GateFrame } from './gate_frame.tsx'
import { OwingFrame } from './owing_frame.tsx'
import { SignedInFrame } from './signed_in_frame.tsx'
import { VisitorFrame } from './visitor_frame.tsx'

/** Signing in has its own plain layout, also for somebody who is signed in already. */
const isPlain = (pathname: string) => /^\/(request|password\/reset)(\/|$)/iu.test(pathname)
const isGate = (pathname: string) => /^\/login(\/|$)/iu.test(pathname)

/** What is around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const pathname = useShownPath()
  const user = useVisitor()
  useHeadingFocus()
  useFocusKeeper()
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to content
      </button>
      {isGate(pathname) ? (
        <GateFrame>{children}</GateFrame>
      ) : user?.owes_second_factor ? (
        <OwingFrame user={user}>{children}</OwingFrame>
      ) : user && !isPlain(pathname) ? (
        <SignedInFrame user={user}>{children}</SignedInFrame>
      ) : (
        <VisitorFrame>{children}</VisitorFrame>
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
