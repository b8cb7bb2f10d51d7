import {
  Button,
  Group,
  type MantineColorScheme,
  Menu,
  Text,
  UnstyledButton,
  useMantineColorScheme,
  VisuallyHidden,
} from '@mantine/core'
import {
  IconAddressBook,
  IconBook2,
  IconCertificate,
  IconChevronDown,
  IconClipboardList,
  IconFileText,
  IconGauge,
  IconHome,
  IconInfoCircle,
  IconKey,
  IconLogout,
  IconMail,
  IconMeteor,
  IconPackage,
  IconServer,
  IconSettings,
  IconShieldLock,
  IconUser,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { useState } from 'react'
import { allows, type Role } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import { MENU, screenAt } from '#domain/screens.ts'
import type { SessionUser } from '#domain/session/contract.ts'
import { DRAFT_DAYS, draftsOf, removeDrafts } from '#web/lib/drafts/draft_store.ts'
import { describeFailure, isSessionExpired } from '#web/lib/http/failures.ts'
import { target, useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { endSession, signOut } from '#web/lib/session/session.ts'
import { Dialog } from '#web/ui/dialogs/dialog.tsx'
import classes from './frame.module.css'

const ICONS: Record<(typeof MENU)[number]['path'], typeof IconHome> = {
  '/': IconGauge,
  '/mypage': IconHome,
  '/proposers/applicant': IconUserPlus,
  '/proposers': IconAddressBook,
  '/proposals': IconFileText,
  '/proposals/assigned_proposals': IconClipboardList,
  '/proposals/myproposal': IconFileText,
  '/myprofile': IconUser,
  '/reviewers': IconUserCheck,
  '/samples': IconMeteor,
  '/users': IconUsers,
  '/information': IconInfoCircle,
  '/masters': IconSettings,
  '/group-mail': IconMail,
  '/results': IconCertificate,
  '/loans': IconPackage,
  '/system': IconServer,
}

type Item = (typeof MENU)[number]

/** The menu item of a path: the one with the longest prefix. */
function itemOf(pathname: string, items: readonly Item[]): string | undefined {
  const path = `${pathname.toLowerCase().replace(/\/+$/u, '')}/`
  return items
    .flatMap((item) => [item.path, ...('also' in item ? item.also : [])].map((at) => ({ at, is: item.path })))
    .filter(({ at }) => (at === '/' ? path === '/' : path.startsWith(`${at}/`)))
    .sort((a, b) => b.at.length - a.at.length)[0]?.is
}

interface SideMenuProps {
  roles: readonly Role[]
  /** Icons only, each with its name for those who ask. */
  rail?: boolean
  onPick?: () => void
}

/** The menu, with the items whose screens the user may open. */
export function SideMenu({ roles, rail = false, onPick }: SideMenuProps) {
  const { pathname } = useLocation()
  const items = MENU.filter((item) =>
    allows('only' in item ? item.only : (screenAt(item.path)?.access ?? 'public'), roles),
  )
  const here = itemOf(pathname, items)
  const firstApart = items.find((item) => 'apart' in item)
  return (
    <nav aria-label="Main menu" className={classes.menu}>
      {items.map((item) => {
        const { label, path } = item
        const Icon = ICONS[path]
        return (
          <Link
            key={path}
            className={classes.item}
            data-apart={item === firstApart || undefined}
            title={rail ? label : undefined}
            aria-current={path === here ? 'page' : undefined}
            onClick={onPick}
            activeOptions={{ exact: true }}
            {...target(address(path))}
          >
            <Icon size={16} stroke={1.6} aria-hidden />
            {rail ? <VisuallyHidden>{label}</VisuallyHidden> : label}
          </Link>
        )
      })}
    </nav>
  )
}

const SCHEMES = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** The first letters of the first and the last word of a name. */
const initials = (name: string) =>
  name
    .split(/\s+/u)
    .filter((_, position, words) => position === 0 || position === words.length - 1)
    .map((word) => [...word][0])
    .join('')
    .toUpperCase()

/** The user's menu: My Profile where the side menu has none, Change Password, Sign-in and security, Log Out, light or dark. */
export function UserMenu({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const go = useGo()
  const banner = useBanner()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const [drafts, setDrafts] = useState(0)

  const askAboutDrafts = () => {
    const unsaved = user.acting ? 0 : draftsOf(user.id).length
    if (unsaved === 0) return void logOut({ keep: true })
    setDrafts(unsaved)
  }

  async function logOut({ keep }: { keep: boolean }) {
    setDrafts(0)
    try {
      await signOut(queries)
    } catch (error) {
      // Signed out already is signed out too.
      if (!isSessionExpired(error)) return banner.show(...describeFailure(error))
      endSession(queries)
    }
    if (!keep) removeDrafts(user.id)
    await go(address('/login'), { ignoreBlocker: true })
  }
  return (
    <>
      <Dialog
        open={drafts > 0}
        onClose={() => setDrafts(0)}
        message={`You have unsaved changes in ${drafts === 1 ? 'one form' : `${drafts} forms`} on this device.`}
      >
        <Text size="sm" mb="lg">
          {`Remove them if others use this device. If you keep them, they are there when you sign in here again within ${DRAFT_DAYS} days.`}
        </Text>
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={() => setDrafts(0)}>
            Cancel
          </Button>
          <Button variant="default" onClick={() => void logOut({ keep: true })}>
            Keep and log out
          </Button>
          <Button data-autofocus onClick={() => void logOut({ keep: false })}>
            Remove and log out
          </Button>
        </Group>
      </Dialog>
      <Menu position="bottom-end" withInitialFocusPlaceholder={false} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.user} aria-label={`User menu: ${user.name}`}>
            <span className={classes.face} data-initials={initials(user.name)} aria-hidden />
            <span className={classes.name}>{user.name}</span>
            <IconChevronDown className={classes.chevron} size={16} style={{ flex: 'none' }} aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>{user.email}</Menu.Label>
          {!user.owes_second_factor && (
            <Menu.Item
              leftSection={<IconBook2 size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} {...target(address('/guide'))} />}
            >
              Guide
            </Menu.Item>
          )}
          {!user.owes_second_factor && !user.role.includes('proposer') && (
            <Menu.Item
              leftSection={<IconUser size={16} aria-hidden />}
              renderRoot={(props) => <Link {...props} {...target(address('/myprofile'))} />}
            >
              My Profile
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconKey size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} {...target(address('/password'))} />}
          >
            Change Password
          </Menu.Item>
          <Menu.Item
            leftSection={<IconShieldLock size={16} aria-hidden />}
            renderRoot={(props) => <Link {...props} {...target(address('/security'))} />}
          >
            Sign-in and security
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={askAboutDrafts}>
            Log Out
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>Colours</Menu.Label>
          <Menu.RadioGroup
            value={colorScheme}
            onChange={(scheme) => setColorScheme(scheme as MantineColorScheme)}
          >
            {SCHEMES.map(([scheme, label]) => (
              <Menu.RadioItem key={scheme} value={scheme}>
                {label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
