import { useMemo, useRef, useState } from 'react'
import { objectionTo, whyConfirmedElsewhere } from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { useDraft } from '#web/lib/drafts/draft.ts'

/** The selection of rows to confirm. */
export interface Choice {
  /** False for rows the user has proposed, because someone else confirms them, and for samples confirmed for another proposal. */
  may: (row: AssignedRow) => boolean
  has: (row: AssignedRow) => boolean
  set: (row: AssignedRow, on: boolean) => void
  setAll: (rows: readonly AssignedRow[], on: boolean) => void
}

/** By selected assignment: the state of its row when it was selected. */
type Boxes = Record<string, string>

/** The state of a row for the selection: a selection stays valid while the row is not cancelled, gets no other claim, and is requested as before. */
const stateOf = ({ cancelled_at, others, over_asked }: AssignedRow) =>
  `${cancelled_at ?? ''} ${over_asked} ${others.map(({ proposal_id, status }) => `${proposal_id}:${status}`).join(' ')}`

const may = (row: AssignedRow) => row.step !== null && whyConfirmedElsewhere(row) === null

/** The rows that can be selected, and those that one button selects. */
function dueAmong(rows: readonly AssignedRow[]) {
  const free = rows.filter(may)
  const second = free.filter(({ step }) => step === 'confirm')
  return { free, due: (second.length > 0 ? second : free).filter((row) => objectionTo(row) === null) }
}

/** The rows selected for confirmation: none at first, because a confirmation is a promise. `due` are those without an objection; if two members must confirm, those that someone else proposed, or if there are none, those that nobody proposed. The selection is stored on this device per term. */
export function useChosen(rows: readonly AssignedRow[], term_id: string) {
  const [boxes, show] = useState<Boxes>({})
  const now = useRef(boxes)
  const put = (next: Boxes) => {
    now.current = next
    show(next)
  }
  const draft = useDraft<Boxes>(`assigned/${term_id}`, {
    serverValues: () => ({}),
    values: () => now.current,
    setValues: put,
  })
  const { free, due } = useMemo(() => dueAmong(rows), [rows])
  const has = (row: AssignedRow) => boxes[row.main_key] === stateOf(row)
  const setAll = (some: readonly AssignedRow[], on: boolean) => {
    const set = new Set(some.map(({ main_key }) => main_key))
    const others = free.filter((row) => now.current[row.main_key] === stateOf(row) && !set.has(row.main_key))
    put(Object.fromEntries([...others, ...(on ? some : [])].map((row) => [row.main_key, stateOf(row)])))
    draft.flush()
  }
  const choice: Choice = { may, has, set: (row, on) => setAll([row], on), setAll }
  return { chosen: free.filter(has), due, choice }
}
