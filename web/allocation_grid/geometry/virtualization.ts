import { type RefObject, useLayoutEffect, useState } from 'react'
import type { GridModel } from '../state/model.ts'
import type { Axes } from './axes.ts'
import { type Measures, widthAt } from './sizes.ts'

/** Rows and columns are made in blocks, so that scrolling makes and drops many at a time, and seldom. */
export const BLOCK_ROWS = 4
export const BLOCK_COLUMNS = 4

/** What of a grid is made: from a row or column up to, not including, another. */
interface Window {
  top: number
  bottom: number
  left: number
  right: number
}

interface Viewport {
  scrollTop: number
  scrollLeft: number
  width: number
  height: number
}

const down = (value: number, step: number) => Math.max(0, Math.floor(value / step) * step)
const up = (value: number, step: number, max: number) => Math.min(max, Math.ceil(value / step) * step)

/** The whole blocks that a viewport shows, and half a block around them; `edges` says where the columns begin. */
export function windowOf(view: Viewport, m: Measures, rows: number, edges: Float64Array): Window {
  const columns = edges.length - 1
  const first = view.scrollTop / m.cellHeight
  const shown = Math.max(0, view.height - m.columnHead) / m.cellHeight
  const start = at(edges, view.scrollLeft)
  const end = at(edges, view.scrollLeft + Math.max(0, view.width - m.rowHead)) + 1
  return {
    top: down(first - BLOCK_ROWS / 2, BLOCK_ROWS),
    bottom: up(first + shown + BLOCK_ROWS / 2, BLOCK_ROWS, rows),
    left: down(start - BLOCK_COLUMNS / 2, BLOCK_COLUMNS),
    right: up(end + BLOCK_COLUMNS / 2, BLOCK_COLUMNS, columns),
  }
}

const sameWindow = (a: Window, b: Window) =>
  a.top === b.top && a.bottom === b.bottom && a.left === b.left && a.right === b.right

/** Where to scroll along one axis so that what lies from `from` up to `to` is in sight; as it is when it is. */
export function scrollTo(from: number, to: number, scrolled: number, room: number): number {
  if (from < scrolled) return from
  return to > scrolled + room ? to - room : scrolled
}

/** Where the columns of the screen begin, in pixels behind the row heads; the last figure is where the last one ends. */
export function edgesOf(axes: Axes, { columns }: GridModel, measures: Measures): Float64Array {
  const edges = new Float64Array(axes.across + 1)
  for (let j = 0; j < axes.across; j++) {
    const asteroid = axes.transposed ? null : columns[axes.place(0, j).column]!.db_type
    edges[j + 1] = edges[j]! + widthAt(measures, asteroid)
  }
  return edges
}

/** The column at so many pixels; the last one beyond all, 0 before them. */
export function at(edges: Float64Array, x: number): number {
  let low = 0
  let high = Math.max(0, edges.length - 2)
  while (low < high) {
    const middle = (low + high + 1) >> 1
    if (edges[middle]! <= x) low = middle
    else high = middle - 1
  }
  return low
}

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

/** How far below the top of the page an element begins, in pixels; told anew as what stands above it grows or goes. */
export function useAbove(element: RefObject<HTMLElement | null>): number {
  const [above, setAbove] = useState(0)
  useLayoutEffect(() => {
    const look = () => setAbove(Math.round(element.current!.getBoundingClientRect().top + window.scrollY))
    look()
    const observer = new ResizeObserver(look)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [element])
  return above
}
