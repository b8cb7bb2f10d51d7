import { List, ScrollArea, Text, TextInput, UnstyledButton } from '@mantine/core'
import { type Key, type MouseEvent, type ReactNode, useState } from 'react'
import { fold } from '#domain/search/rules.ts'

/** Items rendered at first, doubled on each click; thousands at once would block the screen. */
const FIRST = 200
/** From this many on, a list of texts has a field to search it. */
const SEARCHED_FROM = 12

/** Whether every word that was typed is in the text, ignoring case and accents. */
export const holdsWords = (text: string, typed: string) =>
  fold(typed)
    .split(/\s+/u)
    .every((word) => fold(text).includes(word))

interface ScrollListProps {
  label: string
  /** Duplicates are shown once. */
  items: readonly ReactNode[]
}

/** A scrollable list for dialogs. A long one can be searched, and is rendered in steps. */
export function ScrollList({ label, items }: ScrollListProps) {
  const [most, setMost] = useState(FIRST)
  const [typed, setTyped] = useState('')
  const unique = [...new Set(items)]
  const searched = unique.length >= SEARCHED_FROM && unique.every((item) => typeof item === 'string')
  const all = searched && typed ? unique.filter((item) => holdsWords(item as string, typed)) : unique
  const further = (event: MouseEvent<HTMLElement>) => {
    // The button moves or disappears, so the focus goes to the list.
    event.currentTarget.closest<HTMLElement>('[role="group"]')?.focus({ preventScroll: true })
    setMost(most * 2)
  }
  const list = (
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
  if (!searched) return list
  return (
    <>
      <TextInput
        aria-label={`Search: ${label}`}
        placeholder="Search"
        mb="xs"
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {all.length === 0 && <Text size="sm">Nothing found.</Text>}
      {list}
    </>
  )
}

/** A part that scrolls, also by keyboard. */
export const ScrollPart = ({
  label,
  height = '40dvh',
  children,
}: {
  label: string
  height?: string
  children: ReactNode
}) => (
  <ScrollArea.Autosize
    mah={height}
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
