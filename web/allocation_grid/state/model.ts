import type { AllocationItem, GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Suggested } from '#domain/allocation/suggest/contract.ts'
import { PROCESSED, termLabel } from '#domain/masters/values.ts'
import {
  type Change,
  type Claim,
  type Fallen,
  type Held,
  type Place,
  sameHeld,
  Ticks,
} from './assignments.ts'
import { Answers, Marks } from './requests.ts'
import { Layer } from './suggestion_layer.ts'
import { Steps, type Touch } from './undo_history.ts'

export interface Cell extends Held {
  /** The priority with which the proposal asks for this sample by name; 0 when it does not. */
  named: number
  /** The priority of a request for any that this sample could answer; 0 without one. */
  hope: number
  /** It is among the nearest to that request. */
  near: boolean
  confirmed: boolean
  /** Changed since the last save. */
  changed: boolean
  /** Ticked, and the sample is ticked or promised elsewhere too. */
  clash: boolean
  suggested: Suggested | null
}

/** A grid's state: rows are proposals, columns samples. What was changed in `before`, an earlier reading, is made again. */
export class GridModel {
  readonly rows: readonly GridProposal[]
  readonly columns: readonly GridSample[]
  readonly ticks: Ticks
  readonly marks: Marks
  readonly answers: Answers
  readonly layer: Layer
  readonly steps: Steps
  /** The proposal that each sample is confirmed for, 0 for none; in this term or another. */
  private readonly promised: Int32Array
  private readonly listeners = new Set<() => void>()
  version = 0
  /** Those changes of `before` that could not be made again. */
  readonly fallen: readonly Fallen[]

  constructor(rows: readonly GridProposal[], columns: readonly GridSample[], before?: GridModel) {
    this.rows = rows
    this.columns = columns
    this.ticks = new Ticks(rows, columns)
    this.promised = Int32Array.from(columns, promisedTo)
    this.marks = new Marks(this.ticks, this.promised)
    this.answers = new Answers(this.ticks)
    this.layer = new Layer(this.ticks, this.answers, before?.layer)
    this.steps = before?.steps ?? new Steps()
    this.fallen = before ? this.apply(before.changes()) : []
  }

  cell(row: number, column: number): Cell {
    const place = { row, column }
    const { named, hope, near } = this.marks.row(row)
    const held = this.ticks.held(place)
    return {
      ...held,
      named: named[column]!,
      hope: hope[column]!,
      near: near[column] === 1,
      confirmed: this.ticks.confirmed(place),
      changed: this.ticks.changed(place),
      clash: held.ticked && this.clashes(column),
      suggested: held.ticked ? null : this.layer.at(this.columns[column]!.id, this.rows[row]!.id),
    }
  }

  /** The sample is ticked for several proposals, or ticked here while another term has a hold on it. */
  clashes(column: number): boolean {
    const takers = this.ticks.takers[column]!
    return takers > 1 || (takers > 0 && this.columns[column]!.elsewhere.length > 0)
  }

  /** Who has a sample or is to have it: the proposals of this term that it is ticked for, then those of others. */
  claims(column: number): Claim[] {
    const here = this.ticks.takersOf(column).map(
      (row): Claim => ({
        proposal_id: this.rows[row]!.id,
        term_id: null,
        confirmed: this.ticks.confirmed({ row, column }),
        saved: this.ticks.saved({ row, column }),
      }),
    )
    const others = this.columns[column]!.elsewhere.map(
      ({ proposal_id, term_id, status }): Claim => ({
        proposal_id,
        term_id,
        confirmed: status === CONFIRMED,
        saved: true,
      }),
    )
    return [...here, ...others]
  }

  /** The sample is confirmed for another proposal than this one. */
  taken({ row, column }: Place): boolean {
    const to = this.promised[column]!
    return to !== 0 && to !== this.rows[row]!.id
  }

  /** Why a cell can not be changed, or null. A tick on what is confirmed elsewhere can only be taken away. */
  whyFixed(row: number, column: number): string | null {
    const { name, elsewhere } = this.columns[column]!
    if (this.ticks.confirmed({ row, column }))
      return `${name} is confirmed. Cancel that on the Assigned Sample List first.`
    if (this.rows[row]!.conflict)
      return 'You take part in this proposal, or have a conflict of interest with it; someone else must assign its samples.'
    if (this.ticks.ticked({ row, column }) || !this.taken({ row, column })) return null
    const other = elsewhere.find(({ status }) => status === CONFIRMED)
    return `${name} is confirmed for proposal ${this.promised[column]}${other ? ` of ${termLabel(other.term_id)}` : ''}.`
  }

  /** Ticks or unticks a cell that may be changed; answers whether it did. */
  toggle(row: number, column: number): boolean {
    const held = { ticked: !this.ticks.ticked({ row, column }), priority: null }
    return this.hold([{ row, column, held }]) === 1
  }

  /** Makes cells hold something else, all as one step; those that may not be changed stay. Answers how many changed. */
  hold(cells: readonly (Place & { held: Held })[]): number {
    const touched: Touch[] = []
    for (const { row, column, held } of cells) {
      const before = this.ticks.held({ row, column })
      if (sameHeld(before, held) || this.whyFixed(row, column) !== null) continue
      this.put({ row, column }, held)
      const pair = { sample_id: this.columns[column]!.id, proposal_id: this.rows[row]!.id }
      touched.push({ ...pair, before, after: held })
    }
    if (touched.length > 0) this.steps.note(touched)
    this.tell()
    return touched.length
  }

  /** Takes the last step back, or makes it again, as far as that can still be; answers the cells it changed. */
  undo = () => this.repeat(this.steps.back())
  redo = () => this.repeat(this.steps.again())

  private repeat(step: readonly Touch[] | null): Place[] {
    const changed: Place[] = []
    for (const touch of step ?? []) {
      const place = this.ticks.placeOf(touch)
      if (place === null || this.whyFixed(place.row, place.column) !== null) continue
      this.put(place, touch.after)
      changed.push(place)
    }
    this.tell()
    return changed
  }

  private put(place: Place, held: Held) {
    this.ticks.put(place, held)
    this.answers.forget(place.row)
  }

  /** Makes changes that were kept, as far as they can still be made; answers the others. */
  apply(changes: readonly Change[]): Fallen[] {
    const fallen = changes.flatMap((change) => {
      const why = this.whyFallen(change)
      return why === null ? [] : [{ ...change, why }]
    })
    this.tell()
    return fallen
  }

  /** Makes a change unless it is so already, by whomever; answers why it can not be made, or null. */
  private whyFallen(change: Change): string | null {
    const place = this.ticks.placeOf(change)
    // What has gone needs not be taken away.
    if (place === null)
      return change.ticked ? whyGone(change, this.ticks.rowOfProposal(change.proposal_id)) : null
    const held = { ticked: change.ticked, priority: change.priority ?? null }
    if (sameHeld(this.ticks.held(place), held)) return null
    if (change.moved && !this.ticks.ticked(place)) return `${change.name} was taken away meanwhile.`
    const why = this.whyFixed(place.row, place.column)
    if (why === null) this.put(place, held)
    return why
  }

  /** The columns to be seen: of previously allocated samples those on offer (or `all`), ticked or just changed. */
  shown(all: boolean): number[] {
    const touched = new Set(this.ticks.changedPlaces().map(({ column }) => column))
    return [...this.columns.keys()].filter((column) => {
      const { sample_type, flg } = this.columns[column]!
      const offered = all || sample_type !== PROCESSED || flg === 1
      return offered || this.ticks.takers[column]! > 0 || touched.has(column)
    })
  }

  /** These changes are saved. */
  settle(changes: readonly Change[]) {
    for (const change of changes) {
      const place = this.ticks.placeOf(change)
      if (place === null) continue
      const later = this.ticks.held(place)
      this.ticks.settle(place, { ticked: change.ticked, priority: change.priority })
      // What was changed while the save was on its way stays a change; what is promised to others does not come back.
      if (!this.taken(place)) this.ticks.put(place, later)
      this.answers.forget(place.row)
    }
    this.tell()
  }

  /** Back to what is saved. */
  revert() {
    for (const place of this.ticks.changedPlaces()) this.put(place, this.ticks.stored(place))
    this.tell()
  }

  /** What was changed since the last save, row by row, and how many changes that is. */
  changes = () => this.ticks.changes()
  get unsaved(): number {
    return this.ticks.unsaved
  }

  /** Ticks that can not be saved any more, for the sample was confirmed for another proposal. */
  lost(): Change[] {
    return this.ticks
      .all()
      .filter((place) => this.ticks.saved(place) && this.taken(place))
      .map((place) => ({ ...this.ticks.changeAt(place), ticked: false, priority: null, moved: false }))
  }

  /** What a save sends: every tick that is not confirmed and not lost. */
  items(): AllocationItem[] {
    return this.ticks
      .all()
      .filter((place) => !this.ticks.confirmed(place) && !this.taken(place))
      .map((place) => {
        const { id: sample_id, db_type, sample_type } = this.columns[place.column]!
        const { priority } = this.ticks.held(place)
        return { sample_id, proposal_id: this.rows[place.row]!.id, db_type, sample_type, priority }
      })
  }

  /** Puts suggestions over the grid instead of those that lie there; null takes them away. */
  suggest(suggested: readonly Suggested[] | null) {
    this.layer.put(suggested)
    this.tell()
  }

  /** Whether the suggestions are to be seen. */
  showSuggestions(shown: boolean) {
    this.layer.hidden = !shown
    this.tell()
  }

  /** Makes ticks of suggestions, in one step; answers how many. */
  take(suggested: readonly Suggested[]): number {
    return this.hold(
      suggested.flatMap((one) => {
        const place = this.ticks.placeOf(one)
        return place === null ? [] : [{ ...place, held: { ticked: true, priority: one.priority } }]
      }),
    )
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

/** Why a tick is without a place in the grid: its proposal has gone, or its sample. */
const whyGone = ({ name, proposal_id }: Change, row: number | undefined) =>
  row === undefined
    ? `Proposal ${proposal_id} is not submitted any more.`
    : `${name} is not in this grid any more: it was confirmed in another term, or taken out of the catalogue.`
