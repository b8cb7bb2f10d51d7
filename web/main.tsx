import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './fonts.css'
import './theme.css'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createGate, Gate, NotLoaded } from './gate.tsx'
import { suppressRouterReload } from './lib/http/chunk_errors.ts'
import type { Ways } from './lib/routing/ways.tsx'
import { nameStyleNonce } from './lib/screen/style_nonce.ts'
import { reloadRestoredPage } from './lib/session/session.ts'
import { loadOtherFonts } from './other_fonts.ts'

suppressRouterReload()
nameStyleNonce()
reloadRestoredPage()
const root = createRoot(document.getElementById('root')!)

// /login needs neither the router nor the other screens, whose page preloads them.
if (window.location.pathname === '/login') showGate()
else void import('./signed_in.tsx').then(({ openApp }) => openApp(show)).then(loadOtherFonts, showNotLoaded)

function show(screen: ReactNode) {
  root.render(<StrictMode>{screen}</StrictMode>)
}

function showGate() {
  const ground = createGate()
  const enter = (...way: Parameters<Ways['go']>) =>
    void import('./entering.ts').then(({ enterApp }) => enterApp(show, ground, way)).catch(showNotLoaded)
  show(<Gate ground={ground} enter={enter} />)
}

function showNotLoaded(error: Error) {
  show(<NotLoaded ground={createGate()} error={error} />)
}
