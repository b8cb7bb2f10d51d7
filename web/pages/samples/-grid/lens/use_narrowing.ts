import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { recallList, rememberList } from '#web/lib/lists/list_memory.ts'
import { pathOf } from '#web/lib/lists/list_state.ts'
import type { RawSearch } from '#web/lib/routing/navigation.ts'
import { type Field, Narrowing, OPEN } from './search.ts'

const FIELDS = Object.keys(OPEN) as Field[]

const only = (said: RawSearch): RawSearch =>
  Object.fromEntries(FIELDS.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])))

/** What the address says of a narrowing: what is not as in a grid that nobody has narrowed. */
const spoken = (narrowing: Narrowing) =>
  Object.fromEntries(
    FIELDS.map((field) => [
      field,
      String(narrowing[field]) === String(OPEN[field]) ? undefined : narrowing[field],
    ]),
  )

/**
 * How the grid on the screen is narrowed, as far as it has such `fields`; kept in the address and, per path, in this tab's session. An
 * address that says nothing of it takes what is remembered.
 */
export function useNarrowing(fields: readonly string[]): [Narrowing, (next: Narrowing) => void] {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const said = search as RawSearch
  const path = pathOf(pathname)
  const told = Object.keys(only(said)).length > 0
  const memory = told ? null : recallList(path)
  const text = JSON.stringify(memory ?? only(said))
  const has = fields.join()
  const narrowing = useMemo(() => {
    const all = Narrowing.parse(JSON.parse(text))
    const known = FIELDS.filter((field) => field === 'near_to' || has.split(',').includes(field))
    return { ...OPEN, ...Object.fromEntries(known.map((field) => [field, all[field]])) }
  }, [text, has])
  const go = (next: RawSearch | ReturnType<typeof spoken>) =>
    void navigate({
      to: '.',
      search: { ...said, ...next } as Record<string, unknown>,
      replace: true,
      ignoreBlocker: true,
      resetScroll: false,
    })
  useEffect(() => {
    if (told) rememberList(path, only(said))
    else if (memory && Object.keys(memory).length > 0) go(memory)
  })
  const set = (next: Narrowing) => {
    const words = spoken(next)
    // What is open says nothing, and is not to come back from the memory.
    rememberList(path, JSON.parse(JSON.stringify(words)))
    go(words)
  }
  return [narrowing, set]
}
