import type { ReactNode } from 'react'
import { MaintenanceLine } from './maintenance_line.tsx'
import { Notices } from './notices.tsx'
import classes from './shell.module.css'

export const SkipButton = () => (
  <button type="button" className={classes.skip} onClick={skip}>
    Skip to content
  </button>
)

const skip = () => document.getElementById('content')?.focus()

/** The layout of the sign-in screen: no frame. */
export const SignInFrame = ({ children }: { children: ReactNode }) => (
  <main id="content" tabIndex={-1} className={classes.signIn}>
    <MaintenanceLine />
    <Notices />
    {children}
  </main>
)
