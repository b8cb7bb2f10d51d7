import { useState } from 'react'
import type { AssignedRow } from '#domain/allocation/contract.ts'
import { UNCONFIRMED } from '#domain/allocation/status.ts'

/** Which rows of the assigned list are to be confirmed. */
export interface Choice {
  /** False for what the member has proposed: another confirms it. */
  may: (row: AssignedRow) => boolean
  has: (row: AssignedRow) => boolean
  set: (row: AssignedRow, on: boolean) => void
}

/**
 * The rows that are to be confirmed: at first all that are not yet. Where the office asks for two, at first those that
 * another proposed; where there are none, those that nobody proposed.
 */
export function useChosen(rows: readonly AssignedRow[], two: boolean, me: number) {
  const [set, change] = useState<ReadonlyMap<number, boolean>>(new Map())
  const may = (row: AssignedRow) => row.status === UNCONFIRMED && !(two && row.proposed_by_id === me)
  const free = rows.filter(may)
  const proposed = two ? free.filter((row) => row.proposed_by_id !== null) : []
  const due = new Set((proposed.length > 0 ? proposed : free).map(({ main_key }) => main_key))
  const has = ({ main_key }: AssignedRow) => set.get(main_key) ?? due.has(main_key)
  const choice: Choice = { may, has, set: (row, on) => change(new Map(set).set(row.main_key, on)) }
  return { chosen: free.filter(has), choice }
}
