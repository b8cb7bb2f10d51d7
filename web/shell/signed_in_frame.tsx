import { AppShell, Burger, Drawer } from '@mantine/core'
import { useDisclosure, useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Role } from '#domain/access.ts'
import type { SessionUser } from '#domain/session/session_user.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { NoCall } from '#web/ui/no_call.tsx'
import { ActingLine } from './acting_line.tsx'
import { Brand } from './brand.tsx'
import { CallLine } from './call_line.tsx'
import classes from './frame.module.css'
import { Notices } from './notices.tsx'
import { OwingFrame } from './owing_frame.tsx'
import { SearchBox } from './search_box.tsx'
import { SideMenu } from './side_menu.tsx'
import { UserMenu } from './user_menu.tsx'

/** Where the side menu is a drawer. */
const NARROW = '(max-width: 959.98px)'

/** The grids want the width: there the menu is a rail of icons. */
const isGrid = (pathname: string) => /^\/samples\/assign(\/|$)/iu.test(pathname)

const ACTING_LINE = 40
/** The bar's height; on a phone the call has a line of its own under it, and so has everywhere a look as somebody else. */
const heights = (called: boolean, acting: boolean) => {
  const more = acting ? ACTING_LINE : 0
  return { base: (called ? 88 : 52) + more, sm: 52 + more }
}

interface FrameProps {
  user: SessionUser
  children: ReactNode
}

/** What is around the screens of a user. */
export const UserFrame = (props: FrameProps) =>
  props.user.owes_second_factor ? <OwingFrame {...props} /> : <SignedInFrame {...props} />

/** The shared layout of signed-in users: top bar, side menu, message banner, screen. */
function SignedInFrame({ user, children }: FrameProps) {
  const [open, drawer] = useDisclosure(false)
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const called = useCall(api.terms.current).data != null
  const rail = isGrid(useLocation().pathname)
  return (
    <AppShell
      header={{ height: heights(called, user.acting !== undefined) }}
      navbar={{ width: narrow ? 0 : rail ? 48 : 176, breakpoint: 0 }}
      padding={0}
      transitionDuration={0}
    >
      <AppShell.Header className={classes.top} data-acting={user.acting && true}>
        {narrow && <Burger opened={open} onClick={drawer.open} size="sm" aria-label="Open the menu" />}
        <Brand />
        <CallLine />
        <div className={classes.end}>
          <SearchBox />
          <UserMenu user={user} />
        </div>
        {user.acting && <ActingLine name={user.name} until={user.acting.until} />}
      </AppShell.Header>
      {narrow ? (
        <MenuDrawer open={open} onClose={drawer.close} roles={user.role} />
      ) : (
        <AppShell.Navbar className={classes.side} component="div">
          <SideMenu roles={user.role} rail={rail} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        <Notices />
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
      <Drawer.Body p="md">
        <Drawer.CloseButton aria-label="Close the menu" mb="sm" />
        <SideMenu roles={roles} onPick={onClose} />
      </Drawer.Body>
    </Drawer.Content>
  </Drawer.Root>
)
