import type { Held } from './assignments.ts'

/** What one step did to a cell; by ids, for a step is taken back on a grid that was loaded anew as well. */
export interface Touch {
  sample_id: number
  proposal_id: number
  before: Held
  after: Held
}
export type Step = readonly Touch[]

const MOST = 500

/** What was ticked in this grid, step by step, to be taken back and made again. */
export class Steps {
  private readonly done: Step[] = []
  private undone: Step[] = []

  get last(): Step | null {
    return this.done.at(-1) ?? null
  }
  get next(): Step | null {
    return this.undone.at(-1) ?? null
  }

  note(step: Step) {
    this.done.push(step)
    if (this.done.length > MOST) this.done.shift()
    this.undone = []
  }

  /** The last step, as it is to be taken back. */
  back(): Step | null {
    const step = this.done.pop()
    if (!step) return null
    this.undone.push(step)
    return step.map(({ before, after, ...cell }) => ({ ...cell, before: after, after: before }))
  }

  /** The step that was taken back last, to be made again. */
  again(): Step | null {
    const step = this.undone.pop()
    if (!step) return null
    this.done.push(step)
    return step
  }
}
