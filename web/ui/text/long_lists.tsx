import { List, ScrollArea, UnstyledButton } from '@mantine/core'
import { type Key, type MouseEvent, type ReactNode, useState } from 'react'

/** Items rendered at first, doubled on each click; thousands at once would block the screen. */
const FIRST = 200

interface ScrollListProps {
  label: string
  /** Duplicates are shown once. */
  items: readonly ReactNode[]
}

/** A scrollable list for dialogs, rendered in steps if it is very long. */
export function ScrollList({ label, items }: ScrollListProps) {
  const [most, setMost] = useState(FIRST)
  const all = [...new Set(items)]
  const further = (event: MouseEvent<HTMLElement>) => {
    // The button moves or disappears, so the focus goes to the list.
    event.currentTarget.closest<HTMLElement>('[role="group"]')?.focus({ preventScroll: true })
    setMost(most * 2)
  }
  return (
    <ScrollPart label={label}>
      <List size="sm">
        {all.slice(0, most).map((item, n) => (
          // Plain elements, because there may be thousands.
          <li key={String(n)}>{item}</li>
        ))}
      </List>
      {all.length > most && (
        <UnstyledButton c="var(--ao-accent)" fz="sm" py={6} onClick={further}>
          {`and ${(all.length - most).toLocaleString('en')} more`}
        </UnstyledButton>
      )}
    </ScrollPart>
  )
}

/** A part of a dialog that scrolls, also by keyboard. */
export const ScrollPart = ({ label, children }: { label: string; children: ReactNode }) => (
  <ScrollArea.Autosize
    mah="40dvh"
    offsetScrollbars="present"
    mb="xs"
    type="auto"
    viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': label }}
  >
    {children}
  </ScrollArea.Autosize>
)

const SHOWN = 3

interface CollapsedProps<T> {
  items: readonly T[]
  itemKey: (item: T) => Key
  children: (item: T) => ReactNode
  empty?: ReactNode
}

/** Shows the first three items until '...[detailed]' is pressed. */
export function Collapsed<T>({ items, itemKey, children, empty = '-' }: CollapsedProps<T>) {
  const [open, setOpen] = useState(false)
  if (items.length === 0) return empty
  return (
    <div>
      <ul style={{ margin: 0, padding: 0, listStyle: 'none' }}>
        {(open ? items : items.slice(0, SHOWN)).map((item) => (
          <li key={itemKey(item)}>{children(item)}</li>
        ))}
      </ul>
      {items.length > SHOWN && (
        <UnstyledButton
          fz="sm"
          c="var(--mantine-color-anchor)"
          td="underline"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          ...[detailed]
        </UnstyledButton>
      )}
    </div>
  )
}
