import { AppShell, Burger, Drawer, Group, Text } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import type { SessionUser } from '#domain/session/actor.ts'
import type { Role } from '#domain/wire.ts'
import { NoCall } from '#web/ui/no_call.tsx'
import classes from './frame.module.css'
import { MessageBanner } from './message_banner.tsx'
import { SideMenu } from './side_menu.tsx'
import { UserMenu } from './user_menu.tsx'

/** Where the side menu is a drawer. */
const NARROW = '(max-width: 959.98px)'

/** The shared layout of signed-in users: top bar, side menu, message banner, screen. */
export function SignedInFrame({ user, children }: { user: SessionUser; children: ReactNode }) {
  const [open, drawer] = useDisclosure(false)
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  return (
    <AppShell header={{ height: 48 }} navbar={{ width: narrow ? 0 : 216, breakpoint: 0 }} padding="md">
      <AppShell.Header>
        <Group h="100%" px="md" justify="space-between" wrap="nowrap" gap="xs">
          <Group gap="xs" wrap="nowrap" miw={0}>
            {narrow && <Burger opened={open} onClick={drawer.open} size="sm" aria-label="Open the menu" />}
            <TopTitle />
          </Group>
          <UserMenu user={user} />
        </Group>
      </AppShell.Header>
      {narrow ? (
        <MenuDrawer open={open} onClose={drawer.close} roles={user.role} />
      ) : (
        <AppShell.Navbar p="xs" component="div">
          <SideMenu roles={user.role} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        <MessageBanner />
        <div className={classes.main}>
          <NoCall />
          {children}
        </div>
      </AppShell.Main>
    </AppShell>
  )
}

const MenuDrawer = ({ open, onClose, roles }: { open: boolean; onClose: () => void; roles: Role[] }) => (
  <Drawer.Root opened={open} onClose={onClose} size={260}>
    <Drawer.Overlay />
    <Drawer.Content aria-label="Menu">
      <Drawer.Body p="xs">
        <Drawer.CloseButton aria-label="Close the menu" mb="xs" />
        <SideMenu roles={roles} onPick={onClose} />
      </Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)

/** The title of the top bar. */
export const TopTitle = () => (
  <Text fw={600} fz={{ base: 'xs', sm: 'md' }} lh={1.25}>
    Announcement of Opportunity for Ryugu and Bennu Samples
  </Text>
)
