import { Box, Button, type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconChevronDown, IconKey, IconLogout, IconUser } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { address } from '#domain/address.ts'
import type { SessionUser } from '#domain/session/actor.ts'
import { useBanner } from '#web/lib/banner.tsx'
import { isLapse, wording } from '#web/lib/failures.ts'
import { target, useGo } from '#web/lib/go.ts'
import { end, signOut } from '#web/lib/session.tsx'

const SCHEMES = [
  ['auto', 'As the system'],
  ['light', 'Light'],
  ['dark', 'Dark'],
] as const

/** The user's menu: Change Password, Log Out, light or dark. */
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
      if (!isLapse(error)) return banner.show(...wording(error))
      end(queries)
    }
    await go(address('/login'), { ignoreBlocker: true })
  }
  return (
    <Menu position="bottom-end" withInitialFocusPlaceholder={false} withinPortal={false}>
      <Menu.Target>
        <Button
          variant="subtle"
          leftSection={<IconUser size={18} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          maw={240}
          px="xs"
          aria-label={`User menu: ${user.name}`}
        >
          <Box visibleFrom="sm">{user.name}</Box>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{user.email}</Menu.Label>
        <Menu.Item
          leftSection={<IconKey size={16} aria-hidden />}
          renderRoot={(props) => <Link {...props} {...target(address('/password'))} />}
        >
          Change Password
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
