import { type RefObject, useLayoutEffect, useState } from 'react'
import { BLOCK_COLUMNS, sameWindow, type Window, windowOf } from './blocks.ts'
import type { Measures } from './measures.ts'

const NOTHING: Window = { top: 0, bottom: 0, left: 0, right: 0 }

/** What of a grid is in sight, as rows and as chunks of columns; `look` when it may have changed. */
export function useWindow(
  element: RefObject<HTMLElement | null>,
  measures: Measures,
  down: number,
  edges: Float64Array,
) {
  const [shown, setShown] = useState(NOTHING)
  const look = () => {
    const box = element.current
    if (!box) return
    const { scrollTop, scrollLeft, clientWidth: width, clientHeight: height } = box
    const next = windowOf({ scrollTop, scrollLeft, width, height }, measures, down, edges)
    setShown((now) => (sameWindow(now, next) ? now : next))
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is in sight depends on the sizes alone
  useLayoutEffect(() => {
    look()
    const observer = new ResizeObserver(look)
    observer.observe(element.current!)
    return () => observer.disconnect()
  }, [down, edges, measures])

  const chunks: number[] = []
  for (let from = shown.left; from < shown.right; from += BLOCK_COLUMNS) chunks.push(from)
  const rows: number[] = []
  for (let row = shown.top; row < shown.bottom; row++) rows.push(row)
  const holds = (i: number, j: number) =>
    i >= shown.top && i < shown.bottom && j >= shown.left && j < shown.right
  return { rows, chunks, holds, look }
}
