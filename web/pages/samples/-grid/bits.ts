import type { Held } from './change.ts'

const TICKED = 1
const SAVED = 2
const FIXED = 4

/** What the cells of a grid hold: a byte each, so that millions are a few megabytes, and what a person chose beside them. */
export class Bits {
  private readonly cells: Uint8Array
  private readonly chosen = new Map<number, number>()
  private readonly savedChosen = new Map<number, number>()
  readonly changed = new Set<number>()

  constructor(size: number) {
    this.cells = new Uint8Array(size)
  }

  get size(): number {
    return this.cells.length
  }
  ticked = (at: number) => (this.cells[at]! & TICKED) !== 0
  saved = (at: number) => (this.cells[at]! & SAVED) !== 0
  confirmed = (at: number) => (this.cells[at]! & FIXED) !== 0
  priority = (at: number) => this.chosen.get(at) ?? null
  held = (at: number): Held => ({ ticked: this.ticked(at), priority: this.priority(at) })
  /** What the server holds. */
  stored = (at: number): Held => ({ ticked: this.saved(at), priority: this.savedChosen.get(at) ?? null })

  /** What was loaded. */
  load(at: number, priority: number | null, confirmed: boolean) {
    this.cells[at] = TICKED | SAVED | (confirmed ? FIXED : 0)
    keep(this.chosen, at, priority)
    keep(this.savedChosen, at, priority)
  }

  put(at: number, { ticked, priority }: Held) {
    this.cells[at] = ticked ? this.cells[at]! | TICKED : this.cells[at]! & ~TICKED
    keep(this.chosen, at, ticked ? priority : null)
    this.compare(at)
  }

  /** What a cell holds now is saved. */
  settle(at: number) {
    this.cells[at] = this.ticked(at) ? this.cells[at]! | SAVED : this.cells[at]! & ~SAVED
    keep(this.savedChosen, at, this.priority(at))
    this.compare(at)
  }

  private compare(at: number) {
    if (sameHeld(this.held(at), this.stored(at))) this.changed.delete(at)
    else this.changed.add(at)
  }
}

export const sameHeld = (a: Held, b: Held) => a.ticked === b.ticked && a.priority === b.priority

function keep(map: Map<number, number>, at: number, priority: number | null) {
  if (priority === null) map.delete(at)
  else map.set(at, priority)
}
