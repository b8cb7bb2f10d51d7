import { AppShell, Burger, Drawer, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { SessionUser } from '#domain/session/actor.ts'
import classes from './frame.module.css'
import { MessageBanner } from './message_banner.tsx'
import { SideMenu } from './side_menu.tsx'
import { UserMenu } from './user_menu.tsx'

/** Below this many pixels the side menu is a drawer. */
const NARROW = 960

/** The shared layout of signed-in users: top bar, side menu, message banner, screen. */
export function SignedInFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const [open, drawer] = useDisclosure(false)
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 216, breakpoint: NARROW, collapsed: { mobile: true } }}
      padding="md"
    >
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            <Burger
              opened={open}
              onClick={drawer.open}
              hiddenFrom="60em"
              size="sm"
              aria-label="Open the menu"
              aria-expanded={open}
            />
            <TopTitle />
          </Group>
          <UserMenu user={user} />
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="xs" withBorder>
        <SideMenu roles={user.role} />
      </AppShell.Navbar>
      <Drawer
        opened={open}
        onClose={drawer.close}
        title="Menu"
        size="xs"
        closeButtonProps={{ 'aria-label': 'Close the menu' }}
      >
        <SideMenu roles={user.role} onPick={drawer.close} />
      </Drawer>
      <AppShell.Main id="content" tabIndex={-1}>
        <MessageBanner />
        <div className={classes.main}>{children}</div>
      </AppShell.Main>
    </AppShell>
  )
}

/** The title of the top bar. */
export const TopTitle = () => (
  <Text fw={600} truncate title="Announcement of Opportunity for Ryugu and Bennu Samples">
    Announcement of Opportunity for Ryugu and Bennu Samples
  </Text>
)
