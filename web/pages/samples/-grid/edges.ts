import type { Axes } from './axes.ts'
import { type Measures, widthAt } from './measures.ts'
import type { GridModel } from './model.ts'

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
