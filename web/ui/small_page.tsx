import { Box, Paper } from '@mantine/core'
import type { ReactNode } from 'react'
import { Page } from './page.tsx'

/** A short form in the middle of the screen: signing in and passwords. */
export const SmallPage = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box maw={440} mx="auto" mt={48}>
    <Page title={title}>
      <Paper withBorder p="lg" bg="var(--ao-surface)">
        {children}
      </Paper>
    </Page>
  </Box>
)
