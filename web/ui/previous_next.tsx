import { ActionIcon, Group, Text } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Address } from '#domain/address.ts'
import { target } from '#web/lib/go.ts'
import type { Walk } from '#web/lib/list_walk.ts'

interface PreviousNextProps {
  /** What is gone through, spoken: 'applicant'. */
  what: string
  previous: number | null
  next: number | null
  to: (id: number) => Address
  /** The list that one came from, where there is one: its neighbours come before `previous` and `next`. */
  walk?: Walk | null
}

/** Arrows to the neighbours of an object, and its place in the list that one came from; disabled at the ends. */
export const PreviousNext = ({ what, previous, next, to, walk }: PreviousNextProps) => (
  <Group gap={4} wrap="nowrap">
    {walk && (
      <Text size="xs" c="var(--ao-ink-3)" mr={4} style={{ whiteSpace: 'nowrap' }}>
        {`${walk.position} of ${walk.total}`}
      </Text>
    )}
    <Arrow label={`Previous ${what}`} id={walk ? walk.previous : previous} to={to}>
      <IconChevronLeft size={18} aria-hidden />
    </Arrow>
    <Arrow label={`Next ${what}`} id={walk ? walk.next : next} to={to}>
      <IconChevronRight size={18} aria-hidden />
    </Arrow>
  </Group>
)

interface ArrowProps {
  label: string
  id: number | null
  to: (id: number) => Address
  children: React.ReactNode
}

const Arrow = ({ label, id, to, children }: ArrowProps) =>
  id === null ? (
    <ActionIcon variant="default" disabled aria-label={label}>
      {children}
    </ActionIcon>
  ) : (
    <ActionIcon
      variant="default"
      aria-label={label}
      title={label}
      renderRoot={(props) => <Link {...props} {...target(to(id))} />}
    >
      {children}
    </ActionIcon>
  )
