import { AppShell } from '@mantine/core'
import type { ReactNode } from 'react'
import { NoCall } from '#web/ui/no_call.tsx'
import { Brand } from './brand.tsx'
import classes from './frame.module.css'
import { Notices } from './notices.tsx'

/** The layout without side menu and user menu: signing in, and the pages that visitors may open. */
export const VisitorFrame = ({ children }: { children: ReactNode }) => (
  <AppShell header={{ height: 52 }} padding={0}>
    <AppShell.Header className={classes.top}>
      <Brand />
    </AppShell.Header>
    <AppShell.Main id="content" tabIndex={-1}>
      <div className={classes.bare}>
        <Notices />
        <NoCall />
        {children}
      </div>
    </AppShell.Main>
  </AppShell>
)
