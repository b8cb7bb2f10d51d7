import { AppShell, Box, Burger, Button, Drawer } from '@mantine/core'
import { useDisclosure, useElementSize, useMediaQuery } from '@mantine/hooks'
import { useLocation } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import type { Role } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { SessionUser } from '#domain/session/contract.ts'
import { startPage } from '#domain/session/rules.ts'
import { NO_TERM } from '#domain/terms/rules.ts'
import { clock, termLabel } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { rememberOpened } from '#web/lib/session/opened.ts'
import { reloadFromStartPage, useIsOffice, useOptionalUser } from '#web/lib/session/session.ts'
import { ScreenLink } from '../ui/actions/links.tsx'
import { TermTag } from '../ui/text/chips.tsx'
import { Note } from '../ui/text/note.tsx'
import { Brand } from './brand.tsx'
import { useFocusKeeper } from './focus_keeper.ts'
import classes from './frame.module.css'
import { KeySheet } from './key_sheet.tsx'
import { MaintenanceLine } from './maintenance_line.tsx'
import { SideMenu, UserMenu } from './menus.tsx'
import { Notices } from './notices.tsx'
import { OfficeFooter } from './office_footer.tsx'
import { PendingActs } from './pending_acts.tsx'
import { usePrintInLight } from './print.ts'
import { SearchBox } from './search.tsx'
import { TermSteps } from './term_steps.tsx'

/** Below this width the side menu is a drawer. */
const NARROW = '(max-width: 959.98px)'

/** On the grids and in a meeting the menu is a rail of icons, to leave more width. */
const isWide = (pathname: string) => /^\/((samples|reviewers)\/assign|meetings\/[^/]+)(\/|$)/iu.test(pathname)

const ACTING_LINE = 40
/** The height of the top bar. On a phone the term has its own line; `more` is that of the lines below. */
const heights = (called: boolean, more: number) => {
  return { base: (called ? 88 : 52) + more, sm: 52 + more }
}

interface FrameProps {
  user: SessionUser
  children: ReactNode
}

export const UserFrame = (props: FrameProps) =>
  props.user.owes_second_factor ? <SecondFactorFrame {...props} /> : <SignedInFrame {...props} />

/** The shared layout of signed-in users: top bar, side menu, message banner, screen. */
function SignedInFrame({ user, children }: FrameProps) {
  useFocusKeeper()
  usePrintInLight()
  const [open, drawer] = useDisclosure(false)
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false })
  const called = useCall(api.terms.current).data != null
  const { pathname } = useLocation()
  const rail = isWide(pathname)
  useEffect(() => {
    if (!user.acting) rememberOpened(user.id, pathname)
  }, [user, pathname])
  const maintenance = useElementSize<HTMLDivElement>()
  const actingLine = user.acting ? ACTING_LINE : 0
  const lines = actingLine + maintenance.height
  return (
    <AppShell
      header={{ height: heights(called, lines) }}
      navbar={{ width: narrow ? 0 : rail ? 48 : 176, breakpoint: 0 }}
      padding={0}
      transitionDuration={0}
    >
      <AppShell.Header className={classes.top} style={{ paddingBottom: lines }}>
        {narrow && <Burger opened={open} onClick={drawer.open} size="sm" aria-label="Open the menu" />}
        <Brand />
        <TermSteps />
        <div className={classes.end}>
          <SearchBox />
          <UserMenu user={user} />
        </div>
        <KeySheet />
        <MaintenanceLine ref={maintenance.ref} over={actingLine} />
        {user.acting && <ImpersonationLine name={user.name} until={user.acting.until} />}
      </AppShell.Header>
      {narrow ? (
        <MenuDrawer open={open} onClose={drawer.close} roles={user.role} />
      ) : (
        <AppShell.Navbar className={classes.side} component="div">
          <SideMenu roles={user.role} rail={rail} />
        </AppShell.Navbar>
      )}
      <AppShell.Main id="content" tabIndex={-1}>
        <Notices>{user.role.includes('admin') && <PendingActs />}</Notices>
        <div className={classes.main}>
          <NoTermNote />
          {children}
        </div>
        {user.role.includes('proposer') && <OfficeFooter />}
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

/** The layout without side menu and user menu: signing in, and the pages that visitors may open. */
export const VisitorFrame = ({ beside, children }: { beside?: ReactNode; children: ReactNode }) => (
  <PlainFrame beside={beside}>
    <div className={classes.bare}>
      <Notices />
      <NoTermNote />
      {children}
    </div>
  </PlainFrame>
)

/** The call, and the way to sign in for a visitor: for a page that a link in an e-mail leads to. */
export function SignInBeside() {
  const term = useCall(api.terms.current).data
  const user = useOptionalUser()
  return (
    <>
      {term != null && <TermTag>{termLabel(term)}</TermTag>}
      {user ? (
        <ScreenLink to={startPage(user.role)}>{user.name}</ScreenLink>
      ) : (
        <ScreenLink to={address('/login')}>Sign in</ScreenLink>
      )}
    </>
  )
}

/** A top bar without menus. */
function PlainFrame({ beside, children }: { beside?: ReactNode; children: ReactNode }) {
  useFocusKeeper()
  const maintenance = useElementSize<HTMLDivElement>()
  return (
    <AppShell header={{ height: heights(false, maintenance.height) }} padding={0}>
      <AppShell.Header className={classes.top} style={{ paddingBottom: maintenance.height }}>
        <Brand />
        {beside && <div className={classes.end}>{beside}</div>}
        <MaintenanceLine ref={maintenance.ref} over={0} />
      </AppShell.Header>
      <AppShell.Main id="content" tabIndex={-1}>
        {children}
      </AppShell.Main>
    </AppShell>
  )
}

/** The layout for a user who has to set up a second factor first. */
const SecondFactorFrame = ({ user, children }: { user: SessionUser; children: ReactNode }) => (
  <PlainFrame beside={<UserMenu user={user} />}>
    <Notices />
    <div className={classes.main}>{children}</div>
  </PlainFrame>
)

/** Retry interval in ms, in case the clocks of browser and server differ. */
const ASK_AGAIN = 60_000

/** Shown on every screen during impersonation, with its end and a Stop button. */
function ImpersonationLine({ name, until }: { name: string; until: string }) {
  const stop = useAction(api.acting.stop, {
    success: false,
    onDone: () => void reloadFromStartPage(),
    refresh: false,
  })
  useEffect(() => {
    const left = Date.parse(until) - Date.now()
    const timer = setTimeout(() => void reloadFromStartPage(), left > 0 ? left : ASK_AGAIN)
    return () => clearTimeout(timer)
  }, [until])
  return (
    <div role="status" className={classes.acting}>
      <span>
        You are viewing as <b title={name}>{name}</b> (read-only) until {clock(until)}. Press Stop to make
        changes.
      </span>
      <Button
        size="compact-sm"
        variant="default"
        flex="none"
        loading={stop.pending}
        onClick={() => void stop.run()}
      >
        Stop
      </Button>
    </div>
  )
}

const ADD = address('/masters/terms/add')

/** Shown on every screen until the first term exists. */
function NoTermNote() {
  const current = useCall(api.terms.current).data
  const office = useIsOffice()
  const { pathname } = useLocation()
  if (current !== null || pathname === ADD) return null
  return (
    <Box mb="md">
      <Note kind="warn" title={NO_TERM}>
        {office ? (
          <ScreenLink to={ADD}>Open the first call</ScreenLink>
        ) : (
          'The administration office has to open one.'
        )}
      </Note>
    </Box>
  )
}
