import { Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './note.module.css'

const ROLES = { info: undefined, warn: 'status', bad: 'alert' } as const

interface NoteProps {
  /** What it is about: something to know, something to see to, a refusal or failure. */
  kind?: keyof typeof ROLES
  title?: ReactNode
  children?: ReactNode
}

/** A sentence that stands where it belongs and stays: what to know, what was refused, with who, what and a link. */
export const Note = ({ kind = 'info', title, children }: NoteProps) => {
  const Icon = kind === 'info' ? IconInfoCircle : IconAlertTriangle
  return (
    <div className={classes.note} data-kind={kind} role={ROLES[kind]}>
      <Icon className={classes.icon} size={16} stroke={1.6} aria-hidden />
      <div>
        {title && <b className={classes.title}>{title}</b>} {children}
      </div>
    </div>
  )
}

/** Nothing here, and what to do next. */
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
