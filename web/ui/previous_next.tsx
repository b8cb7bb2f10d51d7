import { ActionIcon, Group } from '@mantine/core'
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { Address } from '#domain/address.ts'
import { target } from '#web/lib/go.ts'

interface PreviousNextProps {
  /** What is gone through, spoken: 'applicant'. */
  what: string
  previous: number | null
  next: number | null
  to: (id: number) => Address
}

/** Arrows to the neighbours of an object; disabled at the ends. */
export const PreviousNext = ({ what, previous, next, to }: PreviousNextProps) => (
  <Group gap={4} wrap="nowrap">
    <Arrow label={`Previous ${what}`} id={previous} to={to}>
      <IconChevronLeft size={18} aria-hidden />
    </Arrow>
    <Arrow label={`Next ${what}`} id={next} to={to}>
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
