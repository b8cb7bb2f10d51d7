import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Address } from '#domain/address.ts'
import type { ListPosition } from '#web/lib/lists/previous_next.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { useAltShortcut } from '#web/lib/screen/shortcuts.ts'

interface PreviousNextProps {
  /** The noun in the accessible labels: 'applicant'. */
  what: string
  previous: number | null
  next: number | null
  to: (id: number) => Address
  /** The position in the list from which it was opened; its neighbours win over `previous` and `next`. */
  listPosition?: ListPosition | null
}

/** Links to the previous and next object, disabled at the ends. */
export const PreviousNextLinks = ({ what, previous, next, to, listPosition }: PreviousNextProps) => (
  <Group gap={4} wrap="nowrap">
    {listPosition && (
      <Text size="xs" c="var(--ao-ink-3)" mr={4} style={{ whiteSpace: 'nowrap' }}>
        {[`${listPosition.position} of ${listPosition.total}`, listPosition.by && `by ${listPosition.by}`]
          .filter(Boolean)
          .join(', ')}
      </Text>
    )}
    <Arrow label={`Previous ${what}`} letter="K" id={listPosition ? listPosition.previous : previous} to={to}>
      <IconChevronLeft size={18} aria-hidden />
    </Arrow>
    <Arrow label={`Next ${what}`} letter="J" id={listPosition ? listPosition.next : next} to={to}>
      <IconChevronRight size={18} aria-hidden />
    </Arrow>
  </Group>
)

interface ArrowProps {
  label: string
  /** The Alt shortcut. */
  letter: string
  id: number | null
  to: (id: number) => Address
  children: React.ReactNode
}

function Arrow({ label, letter, id, to, children }: ArrowProps) {
  const link = useRef<HTMLAnchorElement>(null)
  useAltShortcut(letter, () => link.current?.click())
  if (id === null)
    return (
      <ActionIcon variant="default" disabled aria-label={label}>
        {children}
      </ActionIcon>
    )
  return (
    <ActionIcon
      variant="default"
      aria-label={label}
      aria-keyshortcuts={`Alt+${letter}`}
      title={`${label} (Alt+${letter})`}
      renderRoot={(props) => <Link {...props} {...target(to(id))} ref={link} />}
    >
      {children}
    </ActionIcon>
  )
}
