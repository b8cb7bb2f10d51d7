import { AppShell } from '@mantine/core'
import type { ReactNode } from 'react'
import type { SessionUser } from '#domain/session/session_user.ts'
import { Brand } from './brand.tsx'
import classes from './frame.module.css'
import { Notices } from './notices.tsx'
import { UserMenu } from './user_menu.tsx'

/** The layout of who has to set up a second factor first: nothing that leads elsewhere but the user's menu. */
export const OwingFrame = ({ user, children }: { user: SessionUser; children: ReactNode }) => (
  <AppShell header={{ height: 52 }} padding={0}>
    <AppShell.Header className={classes.top}>
      <Brand />
      <div className={classes.end}>
        <UserMenu user={user} />
      </div>
    </AppShell.Header>
    <AppShell.Main id="content" tabIndex={-1}>
      <Notices />
      <div className={classes.main}>{children}</div>
    </AppShell.Main>
  </AppShell>
)
