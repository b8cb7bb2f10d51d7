import { Menu, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWhyNotSave } from '#web/lib/session/why_not_save.ts'

interface WriteMenuItemProps {
  /** The reason why the action is not allowed now; null if it is. */
  why?: string | null
  onClick: () => void
  children: ReactNode
}

/** A menu item that saves, sends or deletes. It shows why that is not allowed, or that nobody can save now. */
export function WriteMenuItem({ why = null, onClick, children }: WriteMenuItemProps) {
  const whyNotSave = useWhyNotSave()
  const reason = why ?? whyNotSave
  return (
    <Menu.Item
      aria-disabled={reason !== null}
      closeMenuOnClick={reason === null}
      onClick={() => reason === null && onClick()}
    >
      {children}
      {reason && (
        <Text size="xs" c="dimmed" maw={280}>
          {reason}
        </Text>
      )}
    </Menu.Item>
  )
}
