import { type Key, useEffect, useRef, useState } from 'react'

/** The selected rows of a list. They survive paging and are cleared by a new search. */
export interface Selection<Row> {
  rows: readonly Row[]
  has: (row: Row) => boolean
  /** Why a row cannot be selected; null if it can. */
  whyNot: (row: Row) => string | null
  /** Selects or deselects a row; with `range`, all from the one changed before up to it. */
  select: (row: Row, on: boolean, shown: readonly Row[], range: boolean) => void
  selectAll: (shown: readonly Row[], on: boolean) => void
  clear: () => void
}

const always = () => null

/** Rows selected by key, until `search` changes; those with a reason not to be are never selected. */
export function useSelection<Row>(
  rowKey: (row: Row) => Key,
  search: string,
  whyNot: (row: Row) => string | null = always,
): Selection<Row> {
  const [ticked, setTicked] = useState<ReadonlyMap<Key, Row>>(new Map())
  const before = useRef<Key>(undefined)
  const searched = useRef(search)
  useEffect(() => {
    if (searched.current !== search) setTicked(new Map())
    searched.current = search
  }, [search])

  const set = (rows: readonly Row[], on: boolean) =>
    setTicked((now) => {
      const next = new Map(now)
      for (const row of rows) {
        if (on && whyNot(row) === null) next.set(rowKey(row), row)
        else next.delete(rowKey(row))
      }
      return next
    })
  return {
    rows: [...ticked.values()],
    has: (row) => ticked.has(rowKey(row)),
    whyNot,
    select(row, on, shown, range) {
      const to = shown.findIndex((one) => rowKey(one) === rowKey(row))
      const from = range ? shown.findIndex((one) => rowKey(one) === before.current) : -1
      before.current = rowKey(row)
      set(from < 0 ? [row] : shown.slice(Math.min(from, to), Math.max(from, to) + 1), on)
    },
    selectAll: set,
    clear: () => setTicked(new Map()),
  }
}
