import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'

/** Whether a sample is ticked for a proposal, and which of its requests a person chose it to answer: a priority, null the best fit. */
export interface Held {
  ticked: boolean
  priority: number | null
}

/** What was changed in a cell since the last save; kept by ids, for rows and columns may move. */
export interface Change extends Held {
  sample_id: number
  /** The sample's name, for when it has gone. */
  name: string
  proposal_id: number
  /** The tick was there before: only the request that it answers was chosen anew. */
  moved: boolean
}

/** A change that could not be made again on a grid that was loaded anew, and why. */
export interface Fallen extends Change {
  why: string
}

/** A proposal that has a sample or is to have it; of another term, or `term_id` null. */
export interface Claim {
  proposal_id: number
  term_id: number | null
  confirmed: boolean
  saved: boolean
}

/** A place in the model: a proposal by its row, a sample by its column. */
export interface Place {
  row: number
  column: number
}

const TICKED = 1
const SAVED = 2
const FIXED = 4

/** What the cells of a grid hold: a byte each, so that millions are a few megabytes, and what a person chose beside them. */
class Bits {
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

interface Tick extends Place {
  priority: number | null
  confirmed: boolean
}

/** The ticks of a grid by their places, and what of them is not saved. It knows no rule: the model asks them. */
export class Ticks {
  readonly rows: readonly GridProposal[]
  readonly columns: readonly GridSample[]
  /** How many proposals each sample is ticked for. */
  readonly takers: Int32Array
  private readonly bits: Bits
  private readonly rowOf: ReadonlyMap<number, number>
  private readonly columnOf: ReadonlyMap<number, number>

  constructor(rows: readonly GridProposal[], columns: readonly GridSample[]) {
    this.rows = rows
    this.columns = columns
    this.takers = new Int32Array(columns.length)
    this.bits = new Bits(rows.length * columns.length)
    this.rowOf = new Map(rows.map(({ id }, row) => [id, row]))
    this.columnOf = new Map(columns.map(({ id }, column) => [id, column]))
    for (const [column, { assigned_sample }] of columns.entries())
      for (const { proposal_id, status, priority } of assigned_sample) {
        const row = this.rowOf.get(proposal_id)
        if (row === undefined) continue
        this.bits.load(this.at({ row, column }), priority, status === CONFIRMED)
        this.takers[column]! += 1
      }
  }

  private at({ row, column }: Place) {
    return row * this.columns.length + column
  }
  private placeAt = (at: number): Place => ({
    row: Math.floor(at / this.columns.length),
    column: at % this.columns.length,
  })

  /** The row of a proposal, and the column of a sample; undefined when it is not in this grid. */
  rowOfProposal = (id: number) => this.rowOf.get(id)
  columnOfSample = (id: number) => this.columnOf.get(id)
  /** The place of a pair of ids; null when one of the two is not in this grid. */
  placeOf({ proposal_id, sample_id }: Pick<Change, 'proposal_id' | 'sample_id'>): Place | null {
    const row = this.rowOf.get(proposal_id)
    const column = this.columnOf.get(sample_id)
    return row === undefined || column === undefined ? null : { row, column }
  }

  held = (place: Place): Held => this.bits.held(this.at(place))
  ticked = (place: Place) => this.bits.ticked(this.at(place))
  saved = (place: Place) => this.bits.saved(this.at(place))
  confirmed = (place: Place) => this.bits.confirmed(this.at(place))
  changed = (place: Place) => this.bits.changed.has(this.at(place))
  /** How many changes are not saved. */
  get unsaved(): number {
    return this.bits.changed.size
  }

  put(place: Place, held: Held) {
    const at = this.at(place)
    if (this.bits.ticked(at) !== held.ticked) this.takers[place.column]! += held.ticked ? 1 : -1
    this.bits.put(at, held)
  }

  /** What is ticked for a row, column by column. */
  ofRow(row: number): Tick[] {
    const ticks: Tick[] = []
    for (let column = 0; column < this.columns.length; column++) {
      const at = this.at({ row, column })
      if (this.bits.ticked(at))
        ticks.push({ row, column, priority: this.bits.priority(at), confirmed: this.bits.confirmed(at) })
    }
    return ticks
  }

  /** The rows that a sample is ticked for. */
  takersOf(column: number): number[] {
    const found: number[] = []
    for (let row = 0; found.length < this.takers[column]!; row++)
      if (this.ticked({ row, column })) found.push(row)
    return found
  }

  /** Every tick, column by column. */
  all(): Place[] {
    return [...this.columns.keys()].flatMap((column) => this.takersOf(column).map((row) => ({ row, column })))
  }

  changeAt(place: Place): Change {
    const { id: sample_id, name } = this.columns[place.column]!
    const held = this.held(place)
    const moved = held.ticked && this.saved(place)
    return { sample_id, name, proposal_id: this.rows[place.row]!.id, ...held, moved }
  }

  /** What was changed since the last save, row by row. */
  changes(): Change[] {
    return this.changedPlaces().map((place) => this.changeAt(place))
  }

  changedPlaces(): Place[] {
    return [...this.bits.changed].sort((a, b) => a - b).map(this.placeAt)
  }

  /** This is what the server holds now. */
  settle(place: Place, saved: Held) {
    this.put(place, saved)
    this.bits.settle(this.at(place))
  }

  /** What the server holds. */
  stored = (place: Place) => this.bits.stored(this.at(place))
}
