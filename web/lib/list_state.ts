import { useLocation, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { z } from 'zod'
import { api } from './api.ts'
import { askedOf, type Filter, type FilterValues, initialOf, spokenOf } from './filters.ts'
import { forgetList, recallList, rememberList } from './list_memory.ts'
import { useCall } from './query.ts'
import type { RawSearch } from './search.ts'

/** A list's state: what its fields hold, the page, and the query that its call is asked with. */
export interface ListState {
  values: FilterValues
  page: number
  query: Record<string, unknown>
  /** False until the first-load defaults are known. */
  ready: boolean
  search: (values: FilterValues) => void
  turn: (page: number) => void
  /** Back to the first-load defaults. */
  reset: () => void
}

/**
 * The state of a list, kept in the address and, per path, in this tab's session. The address beats the memory,
 * and `?clear` resets both. What the list's schema refuses falls back to its first-load default.
 */
export function useListState(filters: readonly Filter[], schema: z.ZodType): ListState {
  const navigate = useNavigate()
  const { pathname, search: said } = useLocation()
  const path = pathname.toLowerCase().replace(/\/+$/u, '')
  const clear = 'clear' in said
  const blank = Object.keys(said).length === 0
  const memory = blank ? recallList(path) : null
  const raw = (clear ? {} : (memory ?? said)) as RawSearch

  useEffect(() => {
    if (clear) {
      forgetList(path)
      void navigate({ to: '.', search: {}, replace: true })
    } else if (memory) void navigate({ to: '.', search: memory, replace: true })
    else if (!blank) rememberList(path, said as RawSearch)
  })

  const wantsTerm = filters.some(({ kind }) => kind === 'term')
  const current = useCall(api.terms.current, {}, { enabled: wantsTerm })
  const initial = Object.assign(
    {},
    ...filters.map((filter) => initialOf(filter, current.data)),
  ) as FilterValues
  const values = sound(filters, raw, initial, schema)
  const page = Math.max(1, Math.trunc(Number(raw.page)) || 1)

  const go = (search: Record<string, unknown>) => void navigate({ to: '.', search })
  const turn = (page: number) => go({ ...raw, ...spoken(values, initial), page: page > 1 ? page : undefined })
  return {
    values,
    page,
    query: { ...askedOf(filters, values), page },
    ready: !wantsTerm || !current.isPending,
    search: (next) => go(spoken(next, initial)),
    turn,
    reset: () => go({ clear: '' }),
  }
}

/** The values of all fields; those that the schema refuses are as at first. */
function sound(filters: readonly Filter[], raw: RawSearch, initial: FilterValues, schema: z.ZodType) {
  const values: FilterValues = Object.assign(
    {},
    ...filters.map((f) => spokenOf(f, raw, pick(initial, f.names))),
  )
  const bad = schema.safeParse(values).error?.issues.map(({ path }) => String(path[0])) ?? []
  return { ...values, ...pick(initial, bad) }
}

const pick = (values: FilterValues, names: readonly string[]): FilterValues =>
  Object.fromEntries(names.filter((name) => name in values).map((name) => [name, values[name]!]))

/** What goes into the address: everything but what is blank now and at first. */
const spoken = (values: FilterValues, initial: FilterValues): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== '' || initial[name] !== ''))
