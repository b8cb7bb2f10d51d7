import { useMemo, useRef, useState } from 'react'
import { whyConfirmedElsewhere, whyNotPreselected } from '#domain/allocation/assigned_list.ts'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { useDraft } from '#web/lib/drafts/draft.ts'

/** Which rows of the assigned list are to be confirmed. */
export interface Choice {
  /** False for what the member has proposed: another confirms it; and for what is confirmed for another proposal. */
  may: (row: AssignedRow) => boolean
  has: (row: AssignedRow) => boolean
  set: (row: AssignedRow, on: boolean) => void
  setAll: (rows: readonly AssignedRow[], on: boolean) => void
}

/** By assignment: false, or how the row stood when it was ticked. */
type Boxes = Record<string, string | false>

/** How a row stands: a tick that was set holds while nobody cancels it, no other claim comes, and it is asked for as before. */
const standing = ({ cancelled_at, others, over_asked }: AssignedRow) =>
  `${cancelled_at ?? ''} ${over_asked} ${others.map(({ proposal_id, status }) => `${proposal_id}:${status}`).join(' ')}`

const may = (row: AssignedRow) => row.step !== null && whyConfirmedElsewhere(row) === null

/** The rows that can be ticked, and those that are ticked at first. */
function dueAmong(rows: readonly AssignedRow[]) {
  const free = rows.filter(may)
  const second = free.filter(({ step }) => step === 'confirm')
  const due = (second.length > 0 ? second : free).filter((row) => whyNotPreselected(row) === null)
  return { free, due, at: new Set(due.map(({ main_key }) => main_key)) }
}

/**
 * The rows that are to be confirmed: at first all that are not yet and that nothing speaks against. Where the office asks
 * for two, at first those that another proposed; where there are none, those that nobody proposed. What was ticked and
 * unticked is kept on this device, by term.
 */
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
  const { free, due, at } = useMemo(() => dueAmong(rows), [rows])
  const has = (row: AssignedRow) => {
    const box = boxes[row.main_key]
    if (box === undefined || box === false) return box !== false && at.has(row.main_key)
    return box === standing(row) || at.has(row.main_key)
  }
  const setAll = (some: readonly AssignedRow[], on: boolean) => {
    put({ ...now.current, ...Object.fromEntries(some.map((row) => [row.main_key, on && standing(row)])) })
    draft.scheduleSave()
  }
  const choice: Choice = { may, has, set: (row, on) => setAll([row], on), setAll }
  return { chosen: free.filter(has), due, choice }
}
