import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react'
import type { ProposalRow } from '#domain/staff/contract.ts'
import { focusInRow, tableRows } from './score_editing.ts'

/** A row on its way to another rank: over which row it is, and whether it was dropped there and waits to be saved. */
export interface Lifted {
  row: ProposalRow
  over: number
  dropped: boolean
}

const EDGE = 90
const rowAt = (x: number, y: number) =>
  document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-row]')?.dataset.row

/** Lifting a row of the ranking and putting it down elsewhere, by pointer or by keys; nothing is saved before Save. */
export function useLift() {
  const [lifted, setLifted] = useState<Lifted | null>(null)

  useEffect(() => {
    if (!lifted) return
    const rows = tableRows()
    const at = (id: number) => rows.findIndex(({ dataset }) => dataset.row === String(id))
    const [from, to] = [at(lifted.row.id), at(lifted.over)]
    rows[from]?.setAttribute('data-lifted', '')
    if (to !== from) rows[to]?.setAttribute('data-over', to < from ? 'above' : 'below')
    return () => {
      for (const row of rows) {
        row.removeAttribute('data-lifted')
        row.removeAttribute('data-over')
      }
    }
  }, [lifted])

  const cancel = () => {
    if (lifted) focusInRow(lifted.row.id, '[data-grip]')
    setLifted(null)
  }
  const drop = () => {
    if (lifted && lifted.over !== lifted.row.id) setLifted({ ...lifted, dropped: true })
    else cancel()
  }
  const over = (id: string | undefined) => {
    if (lifted && id !== undefined) setLifted({ ...lifted, over: Number(id) })
  }
  function step(by: 1 | -1) {
    const rows = tableRows()
    const at = rows.findIndex(({ dataset }) => dataset.row === String(lifted?.over))
    rows[at + by]?.scrollIntoView({ block: 'nearest' })
    over(rows[at + by]?.dataset.row)
  }

  /** What the grip of a row hears. */
  const gripOf = (row: ProposalRow) => ({
    'data-grip': true,
    'aria-pressed': lifted?.row.id === row.id,
    onKeyDown: (event: KeyboardEvent) => {
      const mine = lifted?.row.id === row.id && !lifted.dropped
      if (event.key === ' ') {
        if (mine) drop()
        else setLifted({ row, over: row.id, dropped: false })
      } else if (mine && event.key === 'ArrowDown') step(1)
      else if (mine && event.key === 'ArrowUp') step(-1)
      else if (mine && event.key === 'Escape') cancel()
      else return
      event.preventDefault()
      event.stopPropagation()
    },
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return
      event.preventDefault()
      event.currentTarget.setPointerCapture(event.pointerId)
      setLifted({ row, over: row.id, dropped: false })
    },
    onPointerMove: ({ clientX, clientY, currentTarget, pointerId }: PointerEvent) => {
      if (!currentTarget.hasPointerCapture(pointerId) || lifted?.dropped) return
      if (clientY < EDGE) window.scrollBy(0, -12)
      else if (clientY > window.innerHeight - EDGE) window.scrollBy(0, 12)
      over(rowAt(clientX, clientY))
    },
    onPointerUp: drop,
    onPointerCancel: cancel,
  })
  return { lifted, gripOf, cancel, settle: cancel }
}
