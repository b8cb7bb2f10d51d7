import type { ReactNode } from 'react'
import { MessageBanner } from './message_banner.tsx'

/** The layout of signing in: the screen alone. */
export const GateFrame = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1}>
    <MessageBanner />
    {children}
  </main>
)
