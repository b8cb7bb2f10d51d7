import { type MantineColorScheme, Menu, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { IconBook2, IconChevronDown, IconKey, IconLogout, IconShieldLock } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { SessionUser } from '#domain/session/session_user.ts'
import { isSessionExpired, wording } from '#web/lib/http/failures.ts'
import { target, useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { end, signOut } from '#web/lib/session/session.ts'
import classes from './frame.module.css'

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

/** The user's menu: Change Password, Sign-in and security, Log Out, light or dark. */
export function UserMenu({ user }: { user: SessionUser }) {
  const queries = useQueryClient()
  const go = useGo()
  const banner = useBanner()
  const { colorScheme, setColorScheme } = useMantineColorScheme()

  async function logOut() {
    try {
      await signOut(queries)
    } catch (error) {
      // Signed out already is signed out too.
      if (!isSessionExpired(error)) return banner.show(...wording(error))
      end(queries)
    }
    await go(address('/login'), { ignoreBlocker: true })
  }
  return (
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
        <Menu.Item leftSection={<IconLogout size={16} aria-hidden />} onClick={() => void logOut()}>
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
  )
}
