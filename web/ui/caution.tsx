import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'

/** Something to know before going on. */
export const Caution = ({ title, children }: { title: string; children?: ReactNode }) => (
  <Alert variant="default" icon={<IconAlertTriangle aria-hidden />} title={title}>
    {children}
  </Alert>
)
