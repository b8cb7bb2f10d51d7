import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'

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
