import { type KeyboardEvent, useId, useMemo, useState } from 'react'
import type { Sample } from '#domain/samples/contract.ts'
import { findIn, kindOf, NO_FILTER, type SampleFilter } from './-sample_find.ts'
import { ANY, type SampleRow } from './-values.ts'

/** So many are drawn at first, and with each step further. */
export const STEP = 50

/** The list of a row's picker: what it holds, how far it is drawn, which option is active, and the keys that walk in it. */
export function usePickerList(
  row: SampleRow,
  samples: ReadonlyMap<string, Sample>,
  chosen: string,
  take: (value: string) => void,
) {
  const id = useId()
  const [open, setOpen] = useState(false)
  const [query, setQuery] = useState<string | null>(null)
  const [filter, setFilter] = useState(NO_FILTER)
  const [active, setActive] = useState(-1)
  const [limit, setLimit] = useState(STEP)

  const kind = useMemo(() => (open ? kindOf(samples.values(), row) : []), [open, samples, row])
  const found = useMemo(() => {
    const elsewhere = new Set(chosen.split(',').filter((one) => one !== row.sample))
    return findIn(kind, query ?? '', filter).filter((sample) => !elsewhere.has(String(sample.id)))
  }, [kind, query, filter, chosen, row.sample])
  const any = query === null || 'any'.startsWith(query.trim().toLowerCase())
  const values = [...(any ? [ANY] : []), ...found.map((sample) => String(sample.id))]

  const show = () => {
    setOpen(true)
    setActive(-1)
    setLimit(STEP)
  }
  const further = () => setLimit(limit + STEP)
  const walk = (to: number) => {
    const next = Math.max(0, Math.min(values.length - 1, to))
    setActive(next)
    if (next >= limit) further()
    requestAnimationFrame(() =>
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' }),
    )
  }
  return {
    id,
    open,
    query,
    filter,
    active,
    limit,
    kind,
    found,
    values,
    show,
    further,
    close: () => {
      setOpen(false)
      setQuery(null)
    },
    /** Another search begins at the top of what it finds. */
    narrow: (to: { query?: string; filter?: SampleFilter }) => {
      show()
      if (to.query !== undefined) setQuery(to.query)
      if (to.filter) setFilter(to.filter)
    },
    press: (event: KeyboardEvent) => {
      if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
        event.preventDefault()
        if (open) walk(active + (event.key === 'ArrowDown' ? 1 : -1))
        else show()
      } else if (event.key === 'Enter') {
        // Enter never submits the form from here.
        event.preventDefault()
        const value = values[active] ?? (query ? values[0] : undefined)
        if (open && value !== undefined) take(value)
        else show()
      }
    },
  }
}
