import { Combobox, Text, TextInput, useCombobox } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useState } from 'react'
import classes from './finder.module.css'

const MAX_HITS = 12

/** A row or a column of a grid that matches a text. */
export type Hit = { row: number } | { column: number }

interface FinderProps {
  ref: RefObject<HTMLInputElement | null>
  /** What is found: 'Find a sample or proposal'. */
  label: string
  /** The name of the list of matches. */
  listLabel: string
  /** The matches of a text, best first. */
  find: (text: string) => Hit[]
  /** A match in two lines: its name, then `HitDetails`. */
  children: (hit: Hit) => ReactNode
  /** Whether the filters hide a match. */
  hides: (hit: Hit) => boolean
  choose: (hit: Hit) => void
}

/** Lists the rows and columns that match the typed text; Enter goes to the selected one, at first the best match. */
export function Finder({ ref, label, listLabel, find, children, hides, choose }: FinderProps) {
  const [text, setText] = useState('')
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() })
  const open = text.trim() !== ''
  const hits = open ? find(text) : []
  const listed = hits.slice(0, MAX_HITS)
  function submit(key: string) {
    const hit = listed[Number(key)]
    if (!hit) return
    setText('')
    combobox.closeDropdown()
    choose(hit)
  }
  return (
    <Combobox store={combobox} onOptionSubmit={submit} position="bottom-start" width="max-content">
      <Combobox.Target withExpandedAttribute>
        <TextInput
          ref={ref}
          role="combobox"
          aria-autocomplete="list"
          aria-label={label}
          placeholder={label}
          leftSection={<IconSearch size={16} aria-hidden />}
          className={classes.find}
          maxLength={100}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value)
            combobox.openDropdown()
            requestAnimationFrame(() => combobox.selectFirstOption())
          }}
          onBlur={() => combobox.closeDropdown()}
          onFocus={() => open && combobox.openDropdown()}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={!open} className={classes.hits}>
        <Combobox.Options aria-label={listLabel}>
          {listed.map((hit, place) => (
            <Combobox.Option key={'row' in hit ? `r${hit.row}` : `c${hit.column}`} value={String(place)}>
              {children(hit)}
              {hides(hit) && (
                <span className={classes.second}> Hidden by filters; choose it to remove them.</span>
              )}
            </Combobox.Option>
          ))}
        </Combobox.Options>
        {hits.length === 0 && <Combobox.Empty>No matches.</Combobox.Empty>}
        {hits.length > MAX_HITS && (
          <Combobox.Footer>
            <Text size="xs" c="dimmed">
              {hits.length - MAX_HITS} more: keep typing to narrow the list.
            </Text>
          </Combobox.Footer>
        )}
      </Combobox.Dropdown>
    </Combobox>
  )
}

/** Normalizes a text for comparing: without accents, case and width. */
export const fold = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()

/** The second line of a match. */
export const HitDetails = ({ children }: { children: ReactNode }) => (
  <div className={classes.second}>{children}</div>
)
