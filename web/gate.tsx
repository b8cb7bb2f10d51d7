import { Stack, Title } from '@mantine/core'
import { useEffect } from 'react'
import { createGround, type Ground, OnGround } from './ground.tsx'
import { readSearch } from './lib/routing/search.ts'
import { PAGE_WAYS, type Ways, WaysContext } from './lib/routing/ways.tsx'
import { endSession, forgetTabUser, onSignedOutElsewhere } from './lib/session/session.ts'
import { loadOtherFonts } from './other_fonts.ts'
import { Login } from './pages/login/-login.tsx'
import { GateFrame, SkipButton } from './shell/gate_frame.tsx'
import { ChunkMissing, NOT_SHOWN, reload } from './ui/layout/chunk_missing.tsx'

// Signing in needs neither the router nor the other screens, which are most of what a browser would have to load.

/** The ground of a screen without the router. No session can end there. */
export const createGate = () => createGround(() => {})

/**
 * The sign-in screen of a window that opens at /login. Its links load the pages they lead to; who has signed in goes on
 * in this one, by `enter`.
 */
export function Gate({ ground, enter }: { ground: Ground; enter: Ways['go'] }) {
  const { queries } = ground
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
    <OnGround ground={ground}>
      <WaysContext value={{ ...PAGE_WAYS, go: enter }}>
        <SkipButton />
        <GateFrame>
          <Login query={readSearch(window.location.search)} />
        </GateFrame>
      </WaysContext>
    </OnGround>
  )
}

/** What is shown where the scripts of the other screens cannot be loaded. */
export const NotLoaded = ({ ground, error }: { ground: Ground; error: Error }) => (
  <OnGround ground={ground}>
    <GateFrame>
      <Stack p="lg" gap="md">
        <Title order={1} id="heading">
          {NOT_SHOWN}
        </Title>
        <ChunkMissing error={error} />
      </Stack>
    </GateFrame>
  </OnGround>
)
