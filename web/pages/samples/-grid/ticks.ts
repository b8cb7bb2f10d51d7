import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { Bits } from './bits.ts'
import type { Change, Held, Place } from './change.ts'

export interface Tick extends Place {
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
