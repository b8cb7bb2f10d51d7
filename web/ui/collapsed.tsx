import { UnstyledButton } from '@mantine/core'
import { type Key, type ReactNode, useState } from 'react'

const SHOWN = 3

interface CollapsedProps<T> {
  items: readonly T[]
  itemKey: (item: T) => Key
  children: (item: T) => ReactNode
  empty?: ReactNode
}

/** A list of which only three show until '...[detailed]' is pressed. */
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
