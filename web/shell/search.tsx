import { Button, Modal, TextInput, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { useDebouncedValue, useDisclosure } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { actionsFor } from '#domain/search/actions.ts'
import type { SearchHit } from '#domain/search/contract.ts'
import { HIT_KINDS, type HitKind } from '#domain/search/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { describeFailure } from '#web/lib/http/failures.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useLazyMount } from '#web/lib/screen/lazy_mount.ts'
import { isTextEntry } from '#web/lib/screen/shortcuts.ts'
import { readOpened } from '#web/lib/session/opened.ts'
import { useHasRole, useUser } from '#web/lib/session/session.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { Note } from '#web/ui/text/note.tsx'
import classes from './search.module.css'

/** The search button of the top bar; `/` and Ctrl-K or ⌘K open it from anywhere. */
export function SearchBox() {
  const [open, dialog] = useDisclosure(false)
  useSearchKeys(dialog.open)
  return (
    <>
      <UnstyledButton
        className={classes.box}
        onClick={dialog.open}
        aria-label="Search everything"
        aria-keyshortcuts="/ Control+K Meta+K"
        aria-haspopup="dialog"
      >
        <IconSearch size={16} aria-hidden />
        <span className={classes.word}>Search</span>
        <kbd className={classes.key} aria-hidden>
          /
        </kbd>
      </UnstyledButton>
      <SearchDialog open={open} close={dialog.close} />
    </>
  )
}

/** Calls `open` on the shortcuts of the search, unless a dialog is open. */
function useSearchKeys(open: () => void) {
  useEffect(() => {
    const pressed = (event: globalThis.KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      const command = event.ctrlKey || event.metaKey
      const wanted = command
        ? event.key.toLowerCase() === 'k'
        : event.key === '/' && !isTextEntry(event.target)
      if (!wanted || document.querySelector('[role=dialog]')) return
      event.preventDefault()
      open()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [open])
}

const PAUSE_MS = 150
const LONGEST = 200

interface SearchDialogProps {
  open: boolean
  close: () => void
}

/** A search over everything the user may see. */
function SearchDialog({ open, close }: SearchDialogProps) {
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

  const pick = ({ href }: SearchHit) => {
    close()
    void go(href)
  }
  // Enter waits for the results of what was typed last.
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

/** The results for the text. Until `settled`, `found` still has the previous ones. */
function useFound(text: string) {
  const wanted = text.trim()
  const offered = useOffered()
  const [asked] = useDebouncedValue(wanted, PAUSE_MS)
  const answer = useCall(
    api.search.find,
    { query: { q: asked } },
    { enabled: asked !== '', keep: true, own: ['internal', 'unreachable', 'throttled', 'invalid'] },
  )
  return {
    wanted,
    found: wanted === '' ? offered : (answer.data ?? []),
    settled: wanted === asked && (wanted === '' || !answer.isFetching),
    error: wanted === '' ? null : answer.error,
    again: () => void answer.refetch(),
  }
}

/** What is offered before anything is typed: what the user opened last and may still open, and actions. */
function useOffered(): SearchHit[] {
  const { id, role, acting } = useUser()
  const [of] = useState(() => (acting ? [] : readOpened(id)))
  const opened = useCall(api.search.opened, { query: { of } }, { enabled: of.length > 0, staleTime: 0 }).data
  const actions = actionsFor(role).map((action) => ({ kind: 'action' as const, id: null, ...action }))
  return [...(opened ?? []), ...actions]
}

/** What can be searched for; `missed` is a text without results. */
function SearchHint({ missed }: { missed: string | null }) {
  const staff = useHasRole('admin', 'panel')
  const samples = useHasRole('admin', 'panel', 'proposer')
  const things = ['a number', 'a title', ...(staff ? ['a person'] : []), ...(samples ? ['a sample'] : [])]
  return (
    <div className={classes.hint}>
      {missed !== null && <b>Nothing is found by “{missed}”.</b>}
      <span>Search for {things.join(', ')} or a screen.</span>
    </div>
  )
}

/** The search failed; offers a retry. */
const SearchTrouble = ({ error, again }: { error: Error; again: () => void }) => (
  <div className={classes.trouble}>
    <Note kind="bad" title="The search could not be done.">
      {describeFailure(error)[1]}{' '}
      <Button variant="default" size="compact-sm" onClick={again}>
        Try again
      </Button>
    </Note>
  </div>
)

const optionId = (list: string, position: number) => `${list}-${position}`

interface SearchOptionsProps {
  id: string
  found: readonly SearchHit[]
  /** The index of the active option. */
  active: number
  mark: (position: number) => void
  pick: (found: SearchHit) => void
}

/** The results, grouped by kind in the order of the reply. */
function SearchOptions({ id, found, active, mark, pick }: SearchOptionsProps) {
  useEffect(() => {
    document.getElementById(optionId(id, active))?.scrollIntoView({ block: 'nearest' })
  }, [id, active])
  return (
    <div role="listbox" id={id} aria-label="Found" className={classes.list}>
      {runsOf(found).map(({ kind, from, items }) => (
        // biome-ignore lint/a11y/useSemanticElements: a group of options, not of form fields
        <div key={from} role="group" aria-label={HIT_KINDS[kind]}>
          <div className={classes.kind} aria-hidden>
            {HIT_KINDS[kind]}
          </div>
          {items.map((item, i) => (
            <Option
              key={`${item.id} ${item.href}`}
              id={optionId(id, from + i)}
              item={item}
              active={from + i === active}
              mark={() => mark(from + i)}
              pick={() => pick(item)}
            />
          ))}
        </div>
      ))}
    </div>
  )
}

interface Run {
  kind: HitKind
  /** The index of the first among all. */
  from: number
  items: SearchHit[]
}

/** Groups consecutive results by kind. An exact match comes first, so a kind may occur twice. */
function runsOf(found: readonly SearchHit[]): Run[] {
  const runs: Run[] = []
  for (const [position, item] of found.entries()) {
    const last = runs.at(-1)
    if (last?.kind === item.kind) last.items.push(item)
    else runs.push({ kind: item.kind, from: position, items: [item] })
  }
  return runs
}

interface OptionProps {
  id: string
  item: SearchHit
  active: boolean
  mark: () => void
  pick: () => void
}

// Keys are handled by the field, which keeps the focus.
const Option = ({ id, item: { title, note, asteroid }, active, mark, pick }: OptionProps) => (
  // biome-ignore lint/a11y/useKeyWithClickEvents: see above
  // biome-ignore lint/a11y/useFocusableInteractive: see above
  <div
    role="option"
    id={id}
    aria-selected={active}
    className={classes.option}
    onMouseMove={mark}
    onMouseDown={(event) => event.preventDefault()}
    onClick={pick}
  >
    <span className={classes.title}>
      {asteroid ? <SampleName asteroid={asteroid} name={title} /> : title}
    </span>
    {note && <span className={classes.note}>{note}</span>}
  </div>
)
