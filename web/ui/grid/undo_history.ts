/** How one step changed something. By ids, because a step can be undone after a reload. */
export interface UndoableChange {
  before: unknown
  after: unknown
}

const MAX_STEPS = 500

/** The undo history of a grid: each step is a list of changes. */
export class UndoHistory<Change extends UndoableChange> {
  private readonly done: (readonly Change[])[] = []
  private undone: (readonly Change[])[] = []

  get lastStep(): readonly Change[] | null {
    return this.done.at(-1) ?? null
  }
  get nextStep(): readonly Change[] | null {
    return this.undone.at(-1) ?? null
  }

  record(step: readonly Change[]) {
    this.done.push(step)
    if (this.done.length > MAX_STEPS) this.done.shift()
    this.undone = []
  }

  /** Undoes the last step; returns its inverse. */
  undo(): readonly Change[] | null {
    const step = this.done.pop()
    if (!step) return null
    this.undone.push(step)
    return step.map((change) => ({ ...change, before: change.after, after: change.before }))
  }

  /** Redoes the step that was undone last. */
  redo(): readonly Change[] | null {
    const step = this.undone.pop()
    if (!step) return null
    this.done.push(step)
    return step
  }
}
