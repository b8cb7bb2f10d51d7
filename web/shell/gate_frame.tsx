import type { ReactNode } from 'react'
import { Notices } from './notices.tsx'

/** The layout of signing in: the screen alone. */
export const GateFrame = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1}>
    <Notices />
    {children}
  </main>
)
