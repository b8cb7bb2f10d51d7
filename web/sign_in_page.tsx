import { Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { AppProviders, type AppState, createAppState } from './app_state.tsx'
import { type Navigation, NavigationContext, PAGE_NAVIGATION } from './lib/routing/navigation_context.tsx'
import { readSearch } from './lib/routing/search.ts'
import { endSession, forgetTabUser, onSignedOutElsewhere } from './lib/session/session.ts'
import { loadOtherFonts } from './other_fonts.ts'
import { Login } from './pages/login/-login.tsx'
import { SignInFrame, SkipButton } from './shell/sign_in_frame.tsx'
import { ChunkMissing, NOT_SHOWN, reload } from './ui/layout/chunk_missing.tsx'

// Signing in needs neither the router nor the other screens, which are most of what a browser would have to load.

/** The state of a screen without the router, where no session can end. */
export const createSignInState = () => createAppState(() => {})

/**
 * The sign-in screen of a window that opens at /login. Its links load the pages they lead to; who has signed in goes on
 * in this one, by `enter`.
 */
export function SignInPage({ state, enter }: { state: AppState; enter: Navigation['go'] }) {
  const { queries } = state
  useEffect(
    () =>
      onSignedOutElsewhere(() => {
        forgetTabUser()
        endSession(queries)
      }),
    [queries],
  )
  useEffect(() => {
    // After a reload, Back may lead to another screen without loading its page.
    const load = () => window.location.pathname !== '/login' && reload()
    window.addEventListener('popstate', load)
    return () => window.removeEventListener('popstate', load)
  }, [])
  useEffect(loadOtherFonts, [])
  return (
    <AppProviders state={state}>
      <NavigationContext value={{ ...PAGE_NAVIGATION, go: enter }}>
        <SkipButton />
        <SignInFrame>
          <Login query={readSearch(window.location.search)} />
        </SignInFrame>
      </NavigationContext>
    </AppProviders>
  )
}

/** What is shown where the scripts of the other screens cannot be loaded. */
export const NotLoaded = ({ state, error }: { state: AppState; error: Error }) => (
  <AppProviders state={state}>
    <SignInFrame>
      <Stack p="lg" gap="md">
        <Title order={1} id="heading">
          {NOT_SHOWN}
        </Title>
        <ChunkMissing error={error} />
      </Stack>
    </SignInFrame>
  </AppProviders>
)
