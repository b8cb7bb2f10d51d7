import { Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './note.module.css'

const ROLES = { info: undefined, warn: 'status', bad: 'alert' } as const

interface NoteProps {
  /** Information, a warning, or a failure. */
  kind?: keyof typeof ROLES
  title?: ReactNode
  /** The button that helps, at the right. */
  action?: ReactNode
  children?: ReactNode
}

/** A permanent note next to what it is about. */
export const Note = ({ kind = 'info', title, action, children }: NoteProps) => {
  const Icon = kind === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.note} data-kind={kind} role={ROLES[kind]}>
      <Icon className={classes.icon} size={16} stroke={1.6} aria-hidden />
      <div>
        {title && <b className={classes.title}>{title}</b>} {children}
      </div>
      {action && <div className={classes.action}>{action}</div>}
    </div>
  )
}

/** Shown instead of an empty list: what to do next. */
export const EmptyState = ({ title, children }: { title: ReactNode; children?: ReactNode }) => (
  <Stack gap={4} py="xl" px="md" align="center" ta="center">
    <Text fw={600}>{title}</Text>
    {children && (
      <Text c="dimmed" component="div">
        {children}
      </Text>
    )}
  </Stack>
)
