import { CONFIRMED } from '#domain/allocation/status.ts'
import type { GridModel } from './model.ts'

export interface Totals {
  assignments: number
  /** Samples assigned at least once, and their weight in mg. */
  samples: number
  weight: number
  confirmed: number
  /** Clashing samples, proposals with surplus samples, and proposals with unanswered requests. */
  clashes: number
  overAsked: number
  notServed: number
  /** Requested and assigned in this grid, in pieces and known mg. */
  pieces: { asked: number; given: number }
  mg: { asked: number; given: number }
  /** Unsaved changes. */
  changes: number
}

/** The totals of a grid, including hidden rows and columns. */
export function totalsOf(model: GridModel): Totals {
  const totals = {
    assignments: 0,
    samples: 0,
    weight: 0,
    confirmed: 0,
    clashes: 0,
    overAsked: 0,
    notServed: 0,
    pieces: { asked: 0, given: 0 },
    mg: { asked: 0, given: 0 },
  }
  for (const [column, sample] of model.columns.entries()) {
    const assignmentCounts = model.assignments.assignmentCounts[column]!
    if (assignmentCounts === 0) continue
    totals.assignments += assignmentCounts
    totals.samples += 1
    totals.weight += sample.weight ?? 0
    totals.confirmed += sample.assigned_sample.filter(({ status }) => status === CONFIRMED).length
    if (model.hasClash(column)) totals.clashes += 1
  }
  for (const row of model.rows.keys()) {
    const { surplus: over, missing, pieces, mg } = model.answers.row(row)
    if (over.length > 0) totals.overAsked += 1
    if (missing > 0) totals.notServed += 1
    for (const [sum, its] of [
      [totals.pieces, pieces],
      [totals.mg, mg],
    ] as const) {
      sum.asked += its.asked
      sum.given += its.given
    }
  }
  return { ...totals, changes: model.unsaved }
}
