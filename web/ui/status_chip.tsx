import { Box } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Colour } from '#domain/colours.ts'
import { shade } from '#web/theme.ts'

/** A state in its colour: `<StatusChip colour={reportStatus.colour(status)}>{reportStatus.label(status)}</StatusChip>`. */
export const StatusChip = ({ colour, children }: { colour: Colour; children: ReactNode }) => (
  <Box
    component="span"
    px={8}
    py={1}
    fz="xs"
    fw={600}
    style={{ ...shade(colour), borderRadius: 999, whiteSpace: 'nowrap' }}
  >
    {children}
  </Box>
)
