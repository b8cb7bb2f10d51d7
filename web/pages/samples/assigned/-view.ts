import { useDebouncedCallback } from '@mantine/hooks'
import { useDeferredValue, useMemo, useState } from 'react'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { finding, isOf, SHOWN, type Shown } from '#domain/allocation/listed.ts'
import { useSaid, useWord } from '#web/lib/routing/navigation.ts'
import { arranged, VIEW_NAMES, type View } from './-arranged.ts'

const PATH = '/samples/assigned'
const SHOW = ['all', ...SHOWN] as const
const PAUSE_MS = 300

/** How the assigned list is looked at: its view, what it is narrowed to, and the rows that are then found, in order. */
export interface ListView {
  view: View
  setView: (view: View) => void
  show: Shown | 'all'
  setShow: (show: Shown | 'all') => void
  find: string
  setFind: (find: string) => void
  found: readonly AssignedRow[] | undefined
}

/** The view that the address says; `rows` are all of the list. */
export function useView(rows: readonly AssignedRow[] | undefined): ListView {
  const [view, setView] = useWord(PATH, 'view', VIEW_NAMES)
  const [show, setShow] = useWord(PATH, 'show', SHOW)
  const [said, say] = useSaid(PATH, 'find')
  const [find, type] = useState(said)
  const later = useDebouncedCallback(say, PAUSE_MS)
  const looked = useDeferredValue(find)
  const found = useMemo(
    () => rows && arranged(finding(show === 'all' ? rows : rows.filter(isOf[show]), looked), view),
    [rows, show, looked, view],
  )
  const setFind = (text: string) => {
    type(text)
    later(text)
  }
  return { view, setView, show, setShow, find, setFind, found }
}
