import type { CellValue } from './assignments.ts'

/** How one step changed a cell. By ids, because a step can be undone after a reload. */
export interface CellChange {
  sample_id: number
  proposal_id: number
  before: CellValue
  after: CellValue
}
export type UndoStep = readonly CellChange[]

const MAX_STEPS = 500

/** The undo history of a grid. */
export class UndoHistory {
  private readonly done: UndoStep[] = []
  private undone: UndoStep[] = []

  get lastStep(): UndoStep | null {
    return this.done.at(-1) ?? null
  }
  get nextStep(): UndoStep | null {
    return this.undone.at(-1) ?? null
  }

  record(step: UndoStep) {
    this.done.push(step)
    if (this.done.length > MAX_STEPS) this.done.shift()
    this.undone = []
  }

  /** Undoes the last step; returns its inverse. */
  undo(): UndoStep | null {
    const step = this.done.pop()
    if (!step) return null
    this.undone.push(step)
    return step.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before }))
  }

  /** Redoes the step that was undone last. */
  redo(): UndoStep | null {
    const step = this.undone.pop()
    if (!step) return null
    this.done.push(step)
    return step
  }
}
