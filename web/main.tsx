import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './theme.css'
import './fonts.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app.tsx'
import { suppressRouterReload } from './lib/http/chunk_errors.ts'
import { nameStyleNonce } from './lib/screen/style_nonce.ts'
import { runWhenIdle } from './lib/screen/timing.ts'

suppressRouterReload()
nameStyleNonce()
const app = createApp()
// The lists of Japanese and Korean slices are long, and each slice is only fetched for a name that needs it.
const drawn = app.router.subscribe('onRendered', () => {
  drawn()
  runWhenIdle(() => void import('./fonts_east.ts'))
})
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App {...app} />
  </StrictMode>,
)
