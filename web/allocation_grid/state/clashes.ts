import type { GridProposal } from '#domain/allocation/contract.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import type { GridModel } from './model.ts'

/** The other rows of this grid that a sample is assigned to. */
export const otherRowsOf = (model: GridModel, { row, column }: Place) =>
  model.assignments.assignedRows(column).filter((other) => other !== row)

/** Keeps a sample for one proposal only, in one step; returns how many other assignments were removed. */
export const keepForProposal = (model: GridModel, place: Place) =>
  model.setCells(
    otherRowsOf(model, place).map((row) => ({
      row,
      column: place.column,
      held: { assigned: false, priority: null },
    })),
  )

/** The reason why a sample cannot be kept for one proposal only, or null. */
export function whyNotKeep(model: GridModel, place: Place): string | null {
  for (const row of otherRowsOf(model, place)) {
    const why = model.whyNotChange(row, place.column)
    if (why !== null) return why
  }
  return null
}

/** A proposal of this term that a clashing sample is assigned to, with the request it answers. */
export interface ClashClaimant {
  row: number
  proposal: GridProposal
  confirmed: boolean
  /** The priority of the request that the sample answers; null if it answers none or exceeds one. */
  priority: number | null
  pieces: { asked: number; given: number }
  /** The reason why the sample cannot be kept for this proposal only, or null. */
  whyNotKept: string | null
}

/** The proposals of this grid that have a sample, in row order. */
export function claimantsOf(model: GridModel, column: number): ClashClaimant[] {
  return model.assignments.assignedRows(column).map((row) => {
    const { byRequest, surplus, pieces } = model.answers.row(row)
    const answered = byRequest.find(({ given }) => given.some((one) => one.column === column))
    const isSurplus = surplus.some((one) => one.column === column)
    return {
      row,
      proposal: model.rows[row]!,
      confirmed: model.assignments.confirmed({ row, column }),
      priority: answered === undefined || isSurplus ? null : answered.request.priority,
      pieces,
      whyNotKept: whyNotKeep(model, { row, column }),
    }
  })
}
