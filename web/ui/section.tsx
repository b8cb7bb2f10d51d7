import { Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'

/** A part of a screen in a box of its own, with its heading. */
export const Section = ({ title, children }: { title?: ReactNode; children: ReactNode }) => (
  <Paper component="section" withBorder p="md" bg="var(--ao-surface)">
    {title && (
      <Title order={2} mb="sm">
        {title}
      </Title>
    )}
    {children}
  </Paper>
)
