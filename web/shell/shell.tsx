import { Outlet, useLocation, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { screenAt } from '#domain/screens.ts'
import { useVisitor } from '#web/lib/session.tsx'
import classes from './frame.module.css'
import { SignedInFrame } from './signed_in_frame.tsx'
import { VisitorFrame } from './visitor_frame.tsx'

const SYSTEM = 'Astromaterials Sample AO System'

/** Signing in has its own plain layout, also for somebody who is signed in already. */
const isPlain = (pathname: string) => /^\/(login|request|password\/reset)(\/|$)/iu.test(pathname)

/** What is around every screen. */
export function Shell({ children = <Outlet /> }: { children?: ReactNode }) {
  const { pathname } = useLocation()
  const user = useVisitor()
  useTitle(pathname)
  useHeadingFocus()
  return (
    <>
      <button type="button" className={classes.skip} onClick={skip}>
        Skip to content
      </button>
      {user && !isPlain(pathname) ? (
        <SignedInFrame user={user}>{children}</SignedInFrame>
      ) : (
        <VisitorFrame>{children}</VisitorFrame>
      )}
    </>
  )
}

const skip = () => document.getElementById('content')?.focus()

function useTitle(pathname: string) {
  const title = screenAt(pathname)?.title ?? 'Not Found'
  useEffect(() => {
    document.title = title === SYSTEM ? SYSTEM : `${title} | ${SYSTEM}`
  }, [title])
}

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
