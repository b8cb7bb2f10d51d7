// What the screens ask for is known before they are.
import './lib/http/all_endpoints.ts'
import type { RouterHistory } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Address } from '#domain/address.ts'
import { App, createApp } from './app.tsx'
import type { AppState } from './app_state.tsx'
import { target } from './lib/routing/navigation.ts'
import type { Navigation } from './lib/routing/navigation_context.tsx'
import { loginUserQuery, onSignedOutElsewhere } from './lib/session/session.ts'

type Show = (screen: ReactNode) => void
type Started = ReturnType<typeof createApp>

/** Shows the screen at the window's address; resolves once it is there. */
export function openApp(show: Show): Promise<void> {
  const app = createApp()
  // The first answers are on their way while React draws the frame.
  void app.router.preloadRoute(target(`${window.location.pathname}${window.location.search}` as Address))
  return showApp(app, show)
}

/** Goes on from the sign-in screen of a window that had no router. Tests pass their own history. */
export async function enterApp(
  show: Show,
  signInState: AppState,
  [to, leaving]: Parameters<Navigation['go']>,
  history?: RouterHistory,
): Promise<Started> {
  const app = createApp(history)
  // Who has signed in is known.
  const { queryKey } = loginUserQuery
  app.state.queries.setQueryData(queryKey, signInState.queries.getQueryData(queryKey))
  // The sign-in screen stays until the next one can take its place, whose heading then has the focus.
  await app.router.navigate({ ...target(to), ...leaving })
  void showApp(app, show).then(() => document.getElementById('heading')?.focus({ preventScroll: true }))
  return app
}

function showApp(app: Started, show: Show): Promise<void> {
  onSignedOutElsewhere(app.leave)
  return new Promise((resolve) => {
    const unsubscribe = app.router.subscribe('onRendered', () => {
      unsubscribe()
      resolve()
    })
    show(<App {...app} />)
  })
}
