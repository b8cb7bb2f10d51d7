import { VisuallyHidden } from '@mantine/core'
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
import { allows, type Role } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import { MENU, screenAt } from '#domain/screens.ts'
import { target } from '#web/lib/routing/navigation.ts'
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
}

/** The menu item that a path belongs to: the longest one that it begins with. */
function itemOf(pathname: string, paths: readonly string[]): string | undefined {
  const path = `${pathname.toLowerCase().replace(/\/+$/u, '')}/`
  return paths
    .filter((item) => (item === '/' ? path === '/' : path.startsWith(`${item}/`)))
    .sort((a, b) => b.length - a.length)[0]
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
  const items = MENU.filter(({ path }) => allows(screenAt(path)?.access ?? 'public', roles))
  const here = itemOf(
    pathname,
    items.map(({ path }) => path),
  )
  return (
    <nav aria-label="Main menu" className={classes.menu}>
      {items.map(({ label, path }) => {
        const Icon = ICONS[path]
        return (
          <Link
            key={path}
            className={classes.item}
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
