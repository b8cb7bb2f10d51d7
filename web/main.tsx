import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './fonts.css'
import japanese400 from '@fontsource/ibm-plex-sans-jp/400.css?url'
import japanese600 from '@fontsource/ibm-plex-sans-jp/600.css?url'
import korean400 from '@fontsource/ibm-plex-sans-kr/400.css?url'
import korean600 from '@fontsource/ibm-plex-sans-kr/600.css?url'
import './theme.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Address } from '#domain/address.ts'
import { App, createApp } from './app.tsx'
import otherScripts from './fonts_other_scripts.css?url'
import { suppressRouterReload } from './lib/http/chunk_errors.ts'
import { target } from './lib/routing/navigation.ts'
import { nameStyleNonce } from './lib/screen/style_nonce.ts'
import { runWhenIdle } from './lib/screen/when_idle.ts'
import { onSignedOutElsewhere, reloadRestoredPage } from './lib/session/session.ts'
import type { RouteTree } from './router.ts'

suppressRouterReload()
nameStyleNonce()
// /login needs neither the frames nor the routes of the other screens, whose page preloads them. Where they cannot be
// loaded, the error screen says why.
if (window.location.pathname === '/login') start(null)
else
  void import('./signed_in.ts').then(
    ({ routeTree }) => start(routeTree),
    () => start(null),
  )

function start(routes: RouteTree | null) {
  const app = createApp(routes)
  onSignedOutElsewhere(app.leave)
  reloadRestoredPage()
  // The first answers are on their way while React draws the frame.
  void app.router.preloadRoute(target(`${window.location.pathname}${window.location.search}` as Address))
  const unsubscribe = app.router.subscribe('onRendered', () => {
    unsubscribe()
    runWhenIdle(loadOtherFonts)
  })
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <App {...app} />
    </StrictMode>,
  )
}

/** 300 kB of font faces, so after the first screen; a face's file is fetched only for a name that needs it. */
function loadOtherFonts() {
  for (const href of [otherScripts, japanese400, japanese600, korean400, korean600])
    document.head.append(Object.assign(document.createElement('link'), { rel: 'stylesheet', href }))
}
