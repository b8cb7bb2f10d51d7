import { useRef, useState } from 'react'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { whyNotDue, whyTaken } from '#domain/allocation/due.ts'
import { UNCONFIRMED } from '#domain/allocation/status.ts'
import { useDraft } from '#web/lib/draft.ts'

/** Which rows of the assigned list are to be confirmed. */
export interface Choice {
  /** False for what the member has proposed: another confirms it; and for what is confirmed for another proposal. */
  may: (row: AssignedRow) => boolean
  has: (row: AssignedRow) => boolean
  set: (row: AssignedRow, on: boolean) => void
}

/** By assignment: false, or how the row stood when it was ticked. */
type Boxes = Record<string, string | false>

/** How a row stands: a tick that was set holds while nobody cancels it and no other claim comes. */
const standing = ({ cancelled_at, others }: AssignedRow) =>
  `${cancelled_at ?? ''} ${others.map(({ proposal_id, status }) => `${proposal_id}:${status}`).join(' ')}`

/**
 * The rows that are to be confirmed: at first all that are not yet and that nothing speaks against. Where the office asks
 * for two, at first those that another proposed; where there are none, those that nobody proposed. What was ticked and
 * unticked is kept on this device, by term.
 */
export function useChosen(rows: readonly AssignedRow[], term_id: string, two: boolean, me: number) {
  const [boxes, show] = useState<Boxes>({})
  const now = useRef(boxes)
  const put = (next: Boxes) => {
    now.current = next
    show(next)
  }
  const draft = useDraft<Boxes>(`assigned/${term_id}`, { held: () => ({}), values: () => now.current, put })
  const may = (row: AssignedRow) =>
    row.status === UNCONFIRMED && whyTaken(row) === null && !(two && row.proposed_by_id === me)
  const free = rows.filter(may)
  const proposed = two ? free.filter((row) => row.proposed_by_id !== null) : []
  const due = new Set(
    (proposed.length > 0 ? proposed : free)
      .filter((row) => whyNotDue(row) === null)
      .map(({ main_key }) => main_key),
  )
  const has = (row: AssignedRow) => {
    const box = boxes[row.main_key]
    return box !== false && (box === standing(row) || due.has(row.main_key))
  }
  const set = (row: AssignedRow, on: boolean) => {
    put({ ...now.current, [row.main_key]: on && standing(row) })
    draft.note()
  }
  return { chosen: free.filter(has), choice: { may, has, set } satisfies Choice }
}
