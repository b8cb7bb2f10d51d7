import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRef } from 'react'
import type { Address } from '#domain/address.ts'
import type { ListPosition, ObjectId } from '#web/lib/lists/previous_next.ts'
import { target } from '#web/lib/routing/navigation.ts'
import { useAltShortcut } from '#web/lib/screen/shortcuts.ts'

interface PreviousNextProps<Id extends ObjectId> {
  /** The noun in the accessible labels: 'applicant'. */
  what: string
  previous: Id | null
  next: Id | null
  to: (id: Id) => Address
  /** The position in the list from which it was opened; its neighbours win over `previous` and `next`. */
  listPosition?: ListPosition<Id> | null
}

/** Links to the previous and next object, disabled at the ends. */
export const PreviousNextLinks = <Id extends ObjectId>({
  what,
  previous,
  next,
  to,
  listPosition,
}: PreviousNextProps<Id>) => (
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

interface ArrowProps<Id extends ObjectId> {
  label: string
  /** The Alt shortcut. */
  letter: string
  id: Id | null
  to: (id: Id) => Address
  children: React.ReactNode
}

function Arrow<Id extends ObjectId>({ label, letter, id, to, children }: ArrowProps<Id>) {
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
