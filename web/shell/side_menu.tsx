import { NavLink } from '@mantine/core'
import {
  IconAddressBook,
  IconClipboardList,
  IconFileText,
  IconGauge,
  IconHome,
  IconInfoCircle,
  IconMail,
  IconMeteor,
  IconSettings,
  IconUser,
  IconUserCheck,
  IconUserPlus,
  IconUsers,
} from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import { MENU, screenAt } from '#domain/screens.ts'
import { allows, type Role } from '#domain/wire.ts'
import { target } from '#web/lib/go.ts'

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
}

/** The menu item that a path belongs to: the longest one that it begins with. */
function itemOf(pathname: string, paths: readonly string[]): string | undefined {
  const path = `${pathname.toLowerCase().replace(/\/+$/u, '')}/`
  return paths
    .filter((item) => (item === '/' ? path === '/' : path.startsWith(`${item}/`)))
    .sort((a, b) => b.length - a.length)[0]
}

/** The menu, with the items whose screens the user may open. */
export function SideMenu({ roles, onPick }: { roles: readonly Role[]; onPick?: () => void }) {
  const { pathname } = useLocation()
  const items = MENU.filter(({ path }) => allows(screenAt(path)?.access ?? 'public', roles))
  const here = itemOf(
    pathname,
    items.map(({ path }) => path),
  )
  return (
    <nav aria-label="Main menu">
      {items.map(({ label, path }) => {
        const Icon = ICONS[path]
        return (
          <NavLink
            key={path}
            label={label}
            leftSection={<Icon size={18} stroke={1.6} aria-hidden />}
            active={path === here}
            aria-current={path === here ? 'page' : undefined}
            onClick={onPick}
            renderRoot={(props) => (
              <Link activeOptions={{ exact: true }} {...props} {...target(address(path))} />
            )}
          />
        )
      })}
    </nav>
  )
}
