import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './fonts.css'
import './theme.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { suppressRouterReload } from './lib/http/chunk_errors.ts'
import type { Navigation } from './lib/routing/navigation_context.tsx'
import { nameStyleNonce } from './lib/screen/style_nonce.ts'
import { reloadRestoredPage } from './lib/session/session.ts'
import { loadOtherFonts } from './other_fonts.ts'
import { createSignInState, NotLoaded, SignInPage } from './sign_in_page.tsx'

suppressRouterReload()
nameStyleNonce()
reloadRestoredPage()
const root = createRoot(document.getElementById('root')!)

// /login needs neither the router nor the other screens, whose page preloads them.
if (window.location.pathname === '/login') showSignIn()
else void import('./signed_in.tsx').then(({ openApp }) => openApp(show)).then(loadOtherFonts, showNotLoaded)

function show(screen: ReactNode) {
  root.render(<StrictMode>{screen}</StrictMode>)
}

function showSignIn() {
  const state = createSignInState()
  const enter = (...target: Parameters<Navigation['go']>) =>
    void import('./enter_app.ts').then(({ enterApp }) => enterApp(show, state, target)).catch(showNotLoaded)
  show(<SignInPage state={state} enter={enter} />)
}

function showNotLoaded(error: Error) {
  show(<NotLoaded state={createSignInState()} error={error} />)
}
