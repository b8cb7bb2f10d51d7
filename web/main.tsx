import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './theme.css'
import './fonts.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App, createApp } from './app.tsx'
import { keepThePage } from './lib/code.ts'
import { nameStyleNonce } from './lib/style_nonce.ts'

keepThePage()
nameStyleNonce()
const app = createApp()
createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <App {...app} />
  </StrictMode>,
)
