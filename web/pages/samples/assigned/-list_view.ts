import { useDebouncedCallback } from '@mantine/hooks'
import { useDeferredValue, useMemo, useState } from 'react'
import {
  compareByRanking,
  matchesKind,
  ROW_KINDS,
  type RowKind,
  searchRows,
} from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { useChoiceParam, useSearchParam } from '#web/lib/routing/navigation.ts'

/** The groupings of the assigned list. */
export const VIEWS = { proposal: 'By proposal', sample: 'By sample' } as const
export type View = keyof typeof VIEWS
export const VIEW_NAMES = ['proposal', 'sample'] as const satisfies View[]

const priority = ({ request }: AssignedRow) => request?.priority ?? Number.MAX_SAFE_INTEGER

/** By name, contested samples first; within a sample by ranking. */
const bySample = (a: AssignedRow, b: AssignedRow) =>
  Number(b.others.length > 0) - Number(a.others.length > 0) ||
  a.db_type - b.db_type ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : compareByRanking(a, b))

const ORDERS = {
  proposal: (a: AssignedRow, b: AssignedRow) => compareByRanking(a, b) || priority(a) - priority(b),
  sample: bySample,
}

/** The rows in the order of a view. */
export const arranged = (rows: readonly AssignedRow[], view: View) => rows.toSorted(ORDERS[view])

/** The group of all uncontested samples. */
export const UNCONTESTED = 'uncontested'

/** The group of a row in a view. */
export const groupOf = (row: AssignedRow, view: View) =>
  view === 'proposal' ? String(row.proposal_id) : row.others.length > 0 ? String(row.id) : UNCONTESTED

const PATH = '/samples/assigned'
const SHOW = ['all', ...ROW_KINDS] as const
const PAUSE_MS = 300

/** The view of the assigned list: grouping, filters, and the matching rows in order. */
export interface ListView {
  view: View
  setView: (view: View) => void
  show: RowKind | 'all'
  setShow: (show: RowKind | 'all') => void
  find: string
  setFind: (find: string) => void
  found: readonly AssignedRow[] | undefined
}

/** The view in the address; `rows` is the whole list. */
export function useView(rows: readonly AssignedRow[] | undefined): ListView {
  const [view, setView] = useChoiceParam(PATH, 'view', VIEW_NAMES)
  const [show, setShow] = useChoiceParam(PATH, 'show', SHOW)
  const [said, say] = useSearchParam(PATH, 'find')
  const [find, type] = useState(said)
  const later = useDebouncedCallback(say, PAUSE_MS)
  const looked = useDeferredValue(find)
  const found = useMemo(
    () => rows && arranged(searchRows(show === 'all' ? rows : rows.filter(matchesKind[show]), looked), view),
    [rows, show, looked, view],
  )
  const setFind = (text: string) => {
    type(text)
    later(text)
  }
  return { view, setView, show, setShow, find, setFind, found }
}
