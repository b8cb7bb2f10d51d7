import type { GridProposal } from '#domain/allocation/contract.ts'
import type { Place } from './assignments.ts'
import type { GridModel } from './model.ts'

/** The other rows of this grid that a sample is ticked for. */
export const othersOf = (model: GridModel, { row, column }: Place) =>
  model.ticks.takersOf(column).filter((other) => other !== row)

/** Leaves a sample to one proposal of this grid alone, in one step; answers how many ticks of others that took away. */
export const keepFor = (model: GridModel, place: Place) =>
  model.hold(
    othersOf(model, place).map((row) => ({
      row,
      column: place.column,
      held: { ticked: false, priority: null },
    })),
  )

/** Why a sample can not be left to one proposal alone, or null. */
export function whyNotKeep(model: GridModel, place: Place): string | null {
  for (const row of othersOf(model, place)) {
    const why = model.whyFixed(row, place.column)
    if (why !== null) return why
  }
  return null
}

/** A proposal of this term that a sample is ticked for, with what it would be given it for. */
export interface Claimant {
  row: number
  proposal: GridProposal
  confirmed: boolean
  /** The priority of the request that the sample answers; null when it answers none, or is more than was asked. */
  priority: number | null
  pieces: { asked: number; given: number }
  /** Why the sample can not be kept for this proposal alone, or null. */
  whyNotKept: string | null
}

/** Who has a sample in this grid, as the rows stand. */
export function claimantsOf(model: GridModel, column: number): Claimant[] {
  return model.ticks.takersOf(column).map((row) => {
    const { byRequest, over, pieces } = model.answers.row(row)
    const answered = byRequest.find(({ given }) => given.some((one) => one.column === column))
    const surplus = over.some((one) => one.column === column)
    return {
      row,
      proposal: model.rows[row]!,
      confirmed: model.ticks.confirmed({ row, column }),
      priority: answered === undefined || surplus ? null : answered.request.priority,
      pieces,
      whyNotKept: whyNotKeep(model, { row, column }),
    }
  })
}
