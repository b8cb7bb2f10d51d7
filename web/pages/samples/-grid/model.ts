import { askedFor } from '#domain/allocation/asked.ts'
import type { AllocationItem, GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { PROCESSED, termLabel } from '#domain/masters/values.ts'
import { requestsOf } from './requests.ts'

/** What a cell holds: bits, so that a grid of millions is a few megabytes. */
const TICKED = 1
const SAVED = 2
const FIXED = 4

export interface Cell {
  /** The priority with which the proposal asks for this sample by name; 0 when it does not. */
  priority: number
  /** The priority of a request for any sample that this one could answer; 0 without one. */
  hope: number
  ticked: boolean
  confirmed: boolean
  /** Ticked or unticked since the last save. */
  changed: boolean
  /** Ticked, and the sample is ticked or promised elsewhere too. */
  clash: boolean
}

/** A proposal that has a sample or is to have it; of another term, or `term_id` null. */
export interface Claim {
  proposal_id: number
  term_id: number | null
  confirmed: boolean
  saved: boolean
}

/** A tick set or taken away since the last save; kept by ids, for rows and columns may move. */
export interface Change {
  sample_id: number
  /** The sample's name, for when it has gone. */
  name: string
  proposal_id: number
  ticked: boolean
}

/** A change that could not be made again on a grid that was loaded anew, and why. */
export interface Fallen extends Change {
  why: string
}

/** A grid's state: rows are proposals, columns samples. `pending` are changes made before it was loaded again. */
export class GridModel {
  readonly rows: readonly GridProposal[]
  readonly columns: readonly GridSample[]
  /** How many samples of this grid each proposal asks for, and how many are ticked for it. */
  readonly asked: Int32Array
  readonly given: Int32Array
  /** How many proposals each sample is ticked for. */
  readonly takers: Int32Array
  private readonly priorities: Uint8Array
  private readonly hopes: Uint8Array
  private readonly cells: Uint8Array
  /** The proposal that each sample is confirmed for, 0 for none; and whether that is in another term. */
  private readonly promised: Int32Array
  private readonly rowOf: ReadonlyMap<number, number>
  private readonly columnOf: ReadonlyMap<number, number>
  private readonly changed = new Set<number>()
  private readonly listeners = new Set<() => void>()
  version = 0
  /** Those of the pending changes that could not be made. */
  readonly fallen: readonly Fallen[]

  constructor(
    rows: readonly GridProposal[],
    columns: readonly GridSample[],
    pending: readonly Change[] = [],
  ) {
    const size = rows.length * columns.length
    this.rows = rows
    this.columns = columns
    this.asked = Int32Array.from(rows, (row) => askedFor(row.requested_samples))
    this.given = new Int32Array(rows.length)
    this.takers = new Int32Array(columns.length)
    this.cells = new Uint8Array(size)
    this.promised = Int32Array.from(columns, promisedTo)
    this.rowOf = new Map(rows.map(({ id }, row) => [id, row]))
    this.columnOf = new Map(columns.map(({ id }, column) => [id, column]))
    const { priorities, hopes } = requestsOf(rows, columns, this.rowOf)
    this.priorities = priorities
    this.hopes = hopes
    this.readAssignments()
    this.fallen = this.apply(pending)
  }

  private readAssignments() {
    for (const [column, { assigned_sample }] of this.columns.entries())
      for (const { proposal_id, status } of assigned_sample) {
        const row = this.rowOf.get(proposal_id)
        if (row === undefined) continue
        this.cells[this.at(row, column)] = TICKED | SAVED | (status === CONFIRMED ? FIXED : 0)
        this.count(row, column, 1)
      }
  }

  private at(row: number, column: number) {
    return row * this.columns.length + column
  }

  private count(row: number, column: number, by: 1 | -1) {
    this.given[row]! += by
    this.takers[column]! += by
  }

  cell(row: number, column: number): Cell {
    const at = this.at(row, column)
    const bits = this.cells[at]!
    const ticked = (bits & TICKED) !== 0
    return {
      priority: this.priorities[at]!,
      hope: this.hopes[at]!,
      ticked,
      confirmed: (bits & FIXED) !== 0,
      changed: this.changed.has(at),
      clash: ticked && this.clashes(column),
    }
  }

  /** The sample is ticked for several proposals, or ticked here while another term has a hold on it. */
  clashes(column: number): boolean {
    const takers = this.takers[column]!
    return takers > 1 || (takers > 0 && this.columns[column]!.elsewhere.length > 0)
  }

  /** Who has a sample or is to have it: the proposals of this term that it is ticked for, then those of others. */
  claims(column: number): Claim[] {
    const claims: Claim[] = []
    for (let row = 0; claims.length < this.takers[column]!; row++) {
      const bits = this.cells[this.at(row, column)]!
      if ((bits & TICKED) === 0) continue
      const { id: proposal_id } = this.rows[row]!
      claims.push({
        proposal_id,
        term_id: null,
        confirmed: (bits & FIXED) !== 0,
        saved: (bits & SAVED) !== 0,
      })
    }
    for (const { proposal_id, term_id, status } of this.columns[column]!.elsewhere)
      claims.push({ proposal_id, term_id, confirmed: status === CONFIRMED, saved: true })
    return claims
  }

  /** More is ticked for the proposal than it asks for. */
  overAsked(row: number): boolean {
    return this.given[row]! > this.asked[row]!
  }

  /** The sample is confirmed for another proposal than this one. */
  private taken(row: number, column: number): boolean {
    const to = this.promised[column]!
    return to !== 0 && to !== this.rows[row]!.id
  }

  /** Why a cell can not be changed, or null. A tick on what is confirmed elsewhere can only be taken away. */
  whyFixed(row: number, column: number): string | null {
    const { ticked, confirmed } = this.cell(row, column)
    const sample = this.columns[column]!
    if (confirmed) return `${sample.name} is confirmed. Cancel that on the Assigned Sample List first.`
    if (this.rows[row]!.conflict)
      return 'You take part in this proposal, or have a conflict of interest with it; someone else must assign its samples.'
    return !ticked && this.taken(row, column)
      ? `${sample.name} is confirmed for ${this.holder(column)}.`
      : null
  }

  private holder(column: number) {
    const other = this.columns[column]!.elsewhere.find(({ status }) => status === CONFIRMED)
    const here = `proposal ${this.promised[column]}`
    return other ? `${here} of ${termLabel(other.term_id)}` : here
  }

  /** Ticks or unticks a cell that may be changed; answers whether it did. */
  toggle(row: number, column: number): boolean {
    if (this.whyFixed(row, column) !== null) return false
    this.set(row, column, !this.cell(row, column).ticked)
    this.tell()
    return true
  }

  private set(row: number, column: number, ticked: boolean) {
    const at = this.at(row, column)
    const bits = this.cells[at]!
    if (((bits & TICKED) !== 0) === ticked) return
    this.cells[at] = bits ^ TICKED
    this.count(row, column, ticked ? 1 : -1)
    if (ticked === ((bits & SAVED) !== 0)) this.changed.delete(at)
    else this.changed.add(at)
  }

  /** Makes changes that were kept, as far as they can still be made; answers the others. */
  apply(changes: readonly Change[]): Fallen[] {
    const fallen: Fallen[] = []
    for (const change of changes) {
      const row = this.rowOf.get(change.proposal_id)
      const column = this.columnOf.get(change.sample_id)
      const here = row !== undefined && column !== undefined
      // What is so already, by whomever, is not lost: what has gone needs not be taken away.
      if (here ? this.cell(row, column).ticked === change.ticked : !change.ticked) continue
      const why = here ? this.whyFixed(row, column) : whyGone(change, row !== undefined)
      if (here && why === null) this.set(row, column, change.ticked)
      else fallen.push({ ...change, why: why! })
    }
    this.tell()
    return fallen
  }

  /** The columns to be seen: of previously allocated samples those on offer (or `all`), ticked or just changed. */
  shown(all: boolean): number[] {
    const touched = new Set([...this.changed].map((at) => at % this.columns.length))
    return [...this.columns.keys()].filter((column) => {
      const { sample_type, flg } = this.columns[column]!
      const offered = all || sample_type !== PROCESSED || flg === 1
      return offered || this.takers[column]! > 0 || touched.has(column)
    })
  }

  /** These changes are saved. */
  settle(changes: readonly Change[]) {
    for (const { sample_id, proposal_id, ticked } of changes) {
      const row = this.rowOf.get(proposal_id)
      const column = this.columnOf.get(sample_id)
      if (row === undefined || column === undefined) continue
      this.set(row, column, ticked)
      const at = this.at(row, column)
      this.cells[at] = ticked ? this.cells[at]! | SAVED : this.cells[at]! & ~SAVED
      this.changed.delete(at)
    }
    this.tell()
  }

  /** Back to what is saved. */
  revert() {
    for (const { sample_id, proposal_id, ticked } of this.changes())
      this.set(this.rowOf.get(proposal_id)!, this.columnOf.get(sample_id)!, !ticked)
    this.tell()
  }

  /** What was ticked and unticked since the last save, row by row. */
  changes(): Change[] {
    return [...this.changed]
      .sort((a, b) => a - b)
      .map((at) => {
        const { id: sample_id, name } = this.columns[at % this.columns.length]!
        const { id: proposal_id } = this.rows[Math.floor(at / this.columns.length)]!
        return { sample_id, name, proposal_id, ticked: (this.cells[at]! & TICKED) !== 0 }
      })
  }

  /** Ticks that can not be saved any more, for the sample was confirmed for another proposal. */
  lost(): Change[] {
    return this.pick((row, column, bits) => (bits & SAVED) !== 0 && this.taken(row, column)).map((pair) => ({
      ...pair,
      name: this.columns[this.columnOf.get(pair.sample_id)!]!.name,
      ticked: false,
    }))
  }

  /** What a save sends: every tick that is not confirmed and not lost. */
  items(): AllocationItem[] {
    return this.pick((row, column, bits) => (bits & FIXED) === 0 && !this.taken(row, column)).map((pair) => {
      const { db_type, sample_type } = this.columns[this.columnOf.get(pair.sample_id)!]!
      return { ...pair, db_type, sample_type }
    })
  }

  private pick(wanted: (row: number, column: number, bits: number) => boolean) {
    const found: { sample_id: number; proposal_id: number }[] = []
    for (const [column, sample] of this.columns.entries()) {
      if (this.takers[column] === 0) continue
      for (const [row, proposal] of this.rows.entries()) {
        const bits = this.cells[this.at(row, column)]!
        if ((bits & TICKED) !== 0 && wanted(row, column, bits))
          found.push({ sample_id: sample.id, proposal_id: proposal.id })
      }
    }
    return found
  }

  /** How many changes are not saved. */
  get unsaved(): number {
    return this.changed.size
  }

  /** The first place after `from` (row by row) that `wanted` finds, going round; null when there is none. */
  next(
    from: { row: number; column: number },
    wanted: (row: number, column: number) => boolean,
  ): { row: number; column: number } | null {
    const size = this.cells.length
    const start = this.at(from.row, from.column)
    for (let step = 1; step <= size; step++) {
      const at = (start + step) % size
      if ((this.cells[at]! & TICKED) === 0) continue
      const place = { row: Math.floor(at / this.columns.length), column: at % this.columns.length }
      if (wanted(place.row, place.column)) return place
    }
    return null
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
  state = () => this.version

  private tell() {
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}

/** The proposal that a sample is confirmed for, in this term or another; 0 for none. */
function promisedTo({ assigned_sample, elsewhere }: GridSample): number {
  const one = [...assigned_sample, ...elsewhere].find(({ status }) => status === CONFIRMED)
  return one?.proposal_id ?? 0
}

/** Why a tick is without a place in the grid: its sample has gone, or its proposal. */
const whyGone = ({ name, proposal_id }: Change, here: boolean) =>
  here
    ? `${name} is not in this grid any more: it was confirmed in another term, or taken out of the catalogue.`
    : `Proposal ${proposal_id} is not submitted any more.`
