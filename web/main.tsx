import '@mantine/core/styles.layer.css'
import '@mantine/dates/styles.layer.css'
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
