import { List, ScrollArea } from '@mantine/core'
import type { ReactNode } from 'react'

interface ScrollListProps {
  label: string
  /** A text that comes twice is said once. */
  items: readonly ReactNode[]
}

/** What a question is about, line by line; it scrolls where it is long. */
export const ScrollList = ({ label, items }: ScrollListProps) => (
  <ScrollPart label={label}>
    <List size="sm">
      {[...new Set(items)].map((item, n) => (
        // Plain, for there may be thousands.
        <li key={String(n)}>{item}</li>
      ))}
    </List>
  </ScrollPart>
)

/** A part of a dialog that scrolls where it is long, by keyboard too. */
export const ScrollPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollArea.Autosize
    mah="40dvh"
    mb="xs"
    type="auto"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea.Autosize>
)
