import { isGate } from './preload_frames.ts'
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import '@fontsource-variable/ibm-plex-sans/wght.css'
import japanese400 from '@fontsource/ibm-plex-sans-jp/400.css?url'
import japanese600 from '@fontsource/ibm-plex-sans-jp/600.css?url'
import korean400 from '@fontsource/ibm-plex-sans-kr/400.css?url'
import korean600 from '@fontsource/ibm-plex-sans-kr/600.css?url'
import './theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Address } from '#domain/address.ts'
import { App, createApp } from './app.tsx'
import { suppressRouterReload } from './lib/http/chunk_errors.ts'
import { target } from './lib/routing/navigation.ts'
import { nameStyleNonce } from './lib/screen/style_nonce.ts'
import { runWhenIdle } from './lib/screen/when_idle.ts'
import { onSignedOutElsewhere, reloadRestoredPage } from './lib/session/session.ts'
import { loadRoutes, type RouteTree } from './router.ts'

suppressRouterReload()
nameStyleNonce()
// Where the routes cannot be read, the error screen says why.
if (isGate) start(null)
else void loadRoutes().then(start, () => start(null))

function start(routes: RouteTree | null) {
  const app = createApp(routes)
  onSignedOutElsewhere(app.leave)
  reloadRestoredPage()
  // The first answers are on their way while React draws the frame.
  void app.router.preloadRoute(target(`${window.location.pathname}${window.location.search}` as Address))
  const unsubscribe = app.router.subscribe('onRendered', () => {
    unsubscribe()
    runWhenIdle(loadEastAsianFonts)
  })
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App {...app} />
    </StrictMode>,
  )
}

/** 300 kB of font faces, so after the first screen; a face's file is fetched only for a name that needs it. */
function loadEastAsianFonts() {
  for (const href of [japanese400, japanese600, korean400, korean600])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}
