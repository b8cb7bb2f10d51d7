import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Place } from '#web/ui/grid/axes.ts'

/** Whether a sample is assigned to a proposal, and the priority of the request chosen for it; null means best fit. */
export interface CellValue {
  assigned: boolean
  priority: number | null
}

/** A change of a cell since the last save. By ids, because rows and columns may move. */
export interface Change extends CellValue {
  sample_id: number
  /** The sample's name, in case the sample disappears. */
  name: string
  proposal_id: number
  /** Only the chosen request has changed; the sample was assigned before. */
  moved: boolean
}

/** A change that could not be applied to a reloaded grid, and why. */
export interface RejectedChange extends Change {
  why: string
}

/** A proposal that has a sample or should get it; `term_id` is null for the term of the grid. */
export interface Claim {
  proposal_id: number
  term_id: number | null
  confirmed: boolean
  saved: boolean
}

const TICKED = 1
const SAVED = 2
const FIXED = 4

/** The state of all cells: one byte each, so that millions take a few megabytes, and the chosen priorities in a map. */
class CellBits {
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
  assigned = (at: number) => (this.cells[at]! & TICKED) !== 0
  saved = (at: number) => (this.cells[at]! & SAVED) !== 0
  confirmed = (at: number) => (this.cells[at]! & FIXED) !== 0
  priority = (at: number) => this.chosen.get(at) ?? null
  valueAt = (at: number): CellValue => ({ assigned: this.assigned(at), priority: this.priority(at) })
  /** The value stored on the server. */
  savedValueAt = (at: number): CellValue => ({
    assigned: this.saved(at),
    priority: this.savedChosen.get(at) ?? null,
  })

  /** Sets a value loaded from the server. */
  load(at: number, priority: number | null, confirmed: boolean) {
    this.cells[at] = TICKED | SAVED | (confirmed ? FIXED : 0)
    setOrDelete(this.chosen, at, priority)
    setOrDelete(this.savedChosen, at, priority)
  }

  setValue(at: number, { assigned, priority }: CellValue) {
    this.cells[at] = assigned ? this.cells[at]! | TICKED : this.cells[at]! & ~TICKED
    setOrDelete(this.chosen, at, assigned ? priority : null)
    this.compare(at)
  }

  /** Marks the current value of a cell as saved. */
  markSaved(at: number) {
    this.cells[at] = this.assigned(at) ? this.cells[at]! | SAVED : this.cells[at]! & ~SAVED
    setOrDelete(this.savedChosen, at, this.priority(at))
    this.compare(at)
  }

  private compare(at: number) {
    if (sameHeld(this.valueAt(at), this.savedValueAt(at))) this.changed.delete(at)
    else this.changed.add(at)
  }
}

export const sameHeld = (a: CellValue, b: CellValue) => a.assigned === b.assigned && a.priority === b.priority

function setOrDelete(map: Map<number, number>, at: number, priority: number | null) {
  if (priority === null) map.delete(at)
  else map.set(at, priority)
}

interface Assignment extends Place {
  priority: number | null
  confirmed: boolean
}

/** The assignments of a grid by place, and which of them are unsaved. The rules are in the model. */
export class Assignments {
  readonly rows: readonly GridProposal[]
  readonly columns: readonly GridSample[]
  /** For each column, to how many rows it is assigned. */
  readonly assignmentCounts: Int32Array
  private readonly bits: CellBits
  private readonly rowOf: ReadonlyMap<number, number>
  private readonly columnOf: ReadonlyMap<number, number>

  constructor(rows: readonly GridProposal[], columns: readonly GridSample[]) {
    this.rows = rows
    this.columns = columns
    this.assignmentCounts = new Int32Array(columns.length)
    this.bits = new CellBits(rows.length * columns.length)
    this.rowOf = new Map(rows.map(({ id }, row) => [id, row]))
    this.columnOf = new Map(columns.map(({ id }, column) => [id, column]))
    for (const [column, { assigned_sample }] of columns.entries())
      for (const { proposal_id, status, priority } of assigned_sample) {
        const row = this.rowOf.get(proposal_id)
        if (row === undefined) continue
        this.bits.load(this.indexOf({ row, column }), priority, status === CONFIRMED)
        this.assignmentCounts[column]! += 1
      }
  }

  private indexOf({ row, column }: Place) {
    return row * this.columns.length + column
  }
  private placeAt = (at: number): Place => ({
    row: Math.floor(at / this.columns.length),
    column: at % this.columns.length,
  })

  /** The row of a proposal, and the column of a sample; undefined if it is not in this grid. */
  rowOfProposal = (id: number) => this.rowOf.get(id)
  columnOfSample = (id: number) => this.columnOf.get(id)
  /** The place of a pair of ids; null if one of the two is not in this grid. */
  placeOf({ proposal_id, sample_id }: Pick<Change, 'proposal_id' | 'sample_id'>): Place | null {
    const row = this.rowOf.get(proposal_id)
    const column = this.columnOf.get(sample_id)
    return row === undefined || column === undefined ? null : { row, column }
  }

  valueAt = (place: Place): CellValue => this.bits.valueAt(this.indexOf(place))
  assigned = (place: Place) => this.bits.assigned(this.indexOf(place))
  saved = (place: Place) => this.bits.saved(this.indexOf(place))
  confirmed = (place: Place) => this.bits.confirmed(this.indexOf(place))
  changed = (place: Place) => this.bits.changed.has(this.indexOf(place))
  get unsaved(): number {
    return this.bits.changed.size
  }

  setValue(place: Place, held: CellValue) {
    const at = this.indexOf(place)
    if (this.bits.assigned(at) !== held.assigned)
      this.assignmentCounts[place.column]! += held.assigned ? 1 : -1
    this.bits.setValue(at, held)
  }

  /** The assignments of a row, column by column. */
  inRow(row: number): Assignment[] {
    const assignments: Assignment[] = []
    for (let column = 0; column < this.columns.length; column++) {
      const at = this.indexOf({ row, column })
      if (this.bits.assigned(at))
        assignments.push({
          row,
          column,
          priority: this.bits.priority(at),
          confirmed: this.bits.confirmed(at),
        })
    }
    return assignments
  }

  /** The rows that a sample is assigned to. */
  assignedRows(column: number): number[] {
    const found: number[] = []
    for (let row = 0; found.length < this.assignmentCounts[column]!; row++)
      if (this.assigned({ row, column })) found.push(row)
    return found
  }

  /** Every assignment, column by column. */
  all(): Place[] {
    return [...this.columns.keys()].flatMap((column) =>
      this.assignedRows(column).map((row) => ({ row, column })),
    )
  }

  changeAt(place: Place): Change {
    const { id: sample_id, name } = this.columns[place.column]!
    const held = this.valueAt(place)
    const moved = held.assigned && this.saved(place)
    return { sample_id, name, proposal_id: this.rows[place.row]!.id, ...held, moved }
  }

  /** The unsaved changes, row by row. */
  changes(): Change[] {
    return this.changedPlaces().map((place) => this.changeAt(place))
  }

  changedPlaces(): Place[] {
    return [...this.bits.changed].sort((a, b) => a - b).map(this.placeAt)
  }

  /** Sets the value stored on the server. */
  markSaved(place: Place, saved: CellValue) {
    this.setValue(place, saved)
    this.bits.markSaved(this.indexOf(place))
  }

  /** The value stored on the server. */
  savedValueAt = (place: Place) => this.bits.savedValueAt(this.indexOf(place))
}
