import { Modal, TextInput, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import type { Found } from '#domain/search/contract.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import classes from './search.module.css'
import { SearchHint, SearchTrouble } from './search_hint.tsx'
import { optionId, SearchOptions } from './search_options.tsx'

const PAUSE_MS = 150
const LONGEST = 200

interface SearchDialogProps {
  open: boolean
  close: () => void
}

/** One field over everything that its user may see; Enter opens what is marked. */
export function SearchDialog({ open, close }: SearchDialogProps) {
  const made = useLazyMount(open)
  if (!made.mounted) return null
  return (
    <Modal.Root opened={made.open} onClose={close} size={640} yOffset="8vh" centered={false}>
      <Modal.Overlay />
      <Modal.Content aria-label="Search" bg="var(--ao-surface)">
        <Modal.Body p={0}>
          <Search close={close} />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Search({ close }: { close: () => void }) {
  const go = useGo()
  const list = useId()
  const [text, setText] = useState('')
  const [active, setActive] = useState(0)
  const [entered, setEntered] = useState(false)
  const { wanted, found, settled, error, again } = useFound(text)

  const pick = ({ href }: Found) => {
    close()
    void go(href)
  }
  // Enter is meant for what was typed, not for the answer to what was typed before.
  useEffect(() => {
    if (!entered || !settled) return
    setEntered(false)
    const marked = found[active]
    if (marked) pick(marked)
  })

  const type = (next: string) => {
    setText(next)
    setActive(0)
    setEntered(false)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) setActive((active + step + found.length) % found.length)
    else if (event.key === 'Enter') setEntered(true)
    else return
    event.preventDefault()
  }
  const nothing = wanted !== '' && settled && found.length === 0
  return (
    <>
      <TextInput
        className={classes.field}
        variant="unstyled"
        leftSection={<IconSearch size={18} aria-hidden />}
        aria-label="Search"
        placeholder="Search"
        value={text}
        maxLength={LONGEST}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={press}
        role="combobox"
        aria-expanded={found.length > 0}
        aria-controls={list}
        aria-autocomplete="list"
        aria-activedescendant={found.length > 0 ? optionId(list, active) : undefined}
        autoComplete="off"
        spellCheck={false}
        data-autofocus
      />
      <div className={classes.answer} data-waiting={!settled || undefined}>
        {error ? (
          <SearchTrouble error={error} again={again} />
        ) : (
          <SearchOptions id={list} found={found} active={active} mark={setActive} pick={pick} />
        )}
        {(wanted === '' || nothing) && <SearchHint missed={nothing ? wanted : null} />}
      </div>
      <VisuallyHidden role="status">{settled && found.length > 0 && `${found.length} found`}</VisuallyHidden>
    </>
  )
}

/** What the text finds. Until it is `settled`, `found` still answers what was typed before. */
function useFound(text: string) {
  const wanted = text.trim()
  const [asked] = useDebouncedValue(wanted, PAUSE_MS)
  const answer = useCall(
    api.search.find,
    { query: { q: asked } },
    { enabled: asked !== '', keep: true, own: ['internal', 'unreachable', 'throttled', 'invalid'] },
  )
  return {
    wanted,
    found: wanted === '' ? [] : (answer.data ?? []),
    settled: wanted === asked && (wanted === '' || !answer.isFetching),
    error: wanted === '' ? null : answer.error,
    again: () => void answer.refetch(),
  }
}
