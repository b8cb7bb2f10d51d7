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
import type { ViewOf } from '#domain/session/list_views.ts'
import { useListView } from '#web/lib/lists/list_view.ts'
import { useChoiceParam, useSearchParam } from '#web/lib/routing/navigation.ts'

/** List: the specified columns. The others group the rows. */
export type View = ViewOf<'assigned'>
export type Grouping = Exclude<View, 'list'>

const priority = ({ request }: AssignedRow) => request?.priority ?? Number.MAX_SAFE_INTEGER

/** By name, contested samples first; within a sample by ranking. */
const bySample = (a: AssignedRow, b: AssignedRow) =>
  Number(b.others.length > 0) - Number(a.others.length > 0) ||
  a.db_type - b.db_type ||
  (a.name < b.name ? -1 : a.name > b.name ? 1 : compareByRanking(a, b))

const ORDERS = {
  list: (a: AssignedRow, b: AssignedRow) => a.proposal_id - b.proposal_id || priority(a) - priority(b),
  proposal: (a: AssignedRow, b: AssignedRow) => compareByRanking(a, b) || priority(a) - priority(b),
  sample: bySample,
}

/** The rows in the order of a view. */
export const arranged = (rows: readonly AssignedRow[], view: View) => rows.toSorted(ORDERS[view])

/** The group of all uncontested samples. */
export const UNCONTESTED = 'uncontested'

/** The group of a row in a view that groups. */
export const groupOf = (row: AssignedRow, view: Grouping) =>
  view === 'proposal' ? String(row.proposal_id) : row.others.length > 0 ? String(row.id) : UNCONTESTED

const PATH = '/samples/assigned'
const SHOW = ['all', ...ROW_KINDS] as const
const PAUSE_MS = 300

/** The view of the assigned list, its filters, and the matching rows in order. */
export interface ListView {
  view: View
  setView: (view: View) => void
  show: RowKind | 'all'
  setShow: (show: RowKind | 'all') => void
  find: string
  setFind: (find: string) => void
  found: readonly AssignedRow[] | undefined
}

/** The user's view, and the filters in the address; `rows` is the whole list. */
export function useView(rows: readonly AssignedRow[] | undefined): ListView {
  const [view, setView] = useListView('assigned', 'proposal')
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
