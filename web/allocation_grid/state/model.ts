import type { AllocationItem, GridProposal, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Suggested } from '#domain/allocation/suggest/contract.ts'
import { PROCESSED, termLabel } from '#domain/masters/values.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import { UndoHistory } from '#web/ui/grid/undo_history.ts'
import {
  Assignments,
  type CellValue,
  type Change,
  type Claim,
  type RejectedChange,
  sameHeld,
} from './assignments.ts'
import { Answers, RequestMatches } from './requests.ts'
import { SuggestionLayer } from './suggestion_layer.ts'

/** How one step changed a cell. By ids, because a step can be undone after a reload. */
export interface CellChange {
  sample_id: number
  proposal_id: number
  before: CellValue
  after: CellValue
}

export interface Cell extends CellValue {
  /** The priority of the request that names this sample; 0 without one. */
  namedPriority: number
  /** The priority of a request for any that this sample could answer; 0 without one. */
  anyPriority: number
  /** The sample is among the nearest to that request. */
  nearest: boolean
  confirmed: boolean
  /** Changed since the last save. */
  changed: boolean
  /** Assigned, and the sample is assigned or confirmed elsewhere too. */
  clash: boolean
  suggested: Suggested | null
}

/** The state of a grid: rows are proposals, columns are samples. Unsaved changes of `before`, the model before a reload, are applied again. */
export class GridModel {
  readonly rows: readonly GridProposal[]
  readonly columns: readonly GridSample[]
  readonly assignments: Assignments
  readonly matches: RequestMatches
  readonly answers: Answers
  readonly suggestionLayer: SuggestionLayer
  readonly history: UndoHistory<CellChange>
  /** For each column the proposal that the sample is confirmed for, in this term or another; 0 for none. */
  private readonly confirmedFor: Int32Array
  private readonly listeners = new Set<() => void>()
  version = 0
  /** The changes of `before` that could not be applied again. */
  readonly rejected: readonly RejectedChange[]

  constructor(rows: readonly GridProposal[], columns: readonly GridSample[], before?: GridModel) {
    this.rows = rows
    this.columns = columns
    this.assignments = new Assignments(rows, columns)
    this.confirmedFor = Int32Array.from(columns, confirmedProposal)
    this.matches = new RequestMatches(this.assignments, this.confirmedFor)
    this.answers = new Answers(this.assignments)
    this.suggestionLayer = new SuggestionLayer(this.assignments, this.answers, before?.suggestionLayer)
    this.history = before?.history ?? new UndoHistory<CellChange>()
    this.rejected = before ? this.applyChanges(before.changes()) : []
  }

  cell(row: number, column: number): Cell {
    const place = { row, column }
    const { namedPriority, anyPriority, nearest } = this.matches.row(row)
    const held = this.assignments.valueAt(place)
    return {
      ...held,
      namedPriority: namedPriority[column]!,
      anyPriority: anyPriority[column]!,
      nearest: nearest[column] === 1,
      confirmed: this.assignments.confirmed(place),
      changed: this.assignments.changed(place),
      clash: held.assigned && this.hasClash(column),
      suggested: held.assigned ? null : this.suggestionLayer.at(this.columns[column]!.id, this.rows[row]!.id),
    }
  }

  /** The sample is assigned to several proposals, or assigned here and in another term. */
  hasClash(column: number): boolean {
    const assignmentCounts = this.assignments.assignmentCounts[column]!
    return assignmentCounts > 1 || (assignmentCounts > 0 && this.columns[column]!.elsewhere.length > 0)
  }

  /** The proposals that have a sample: first those of this term, then those of others. */
  claims(column: number): Claim[] {
    const here = this.assignments.assignedRows(column).map(
      (row): Claim => ({
        proposal_id: this.rows[row]!.id,
        term_id: null,
        confirmed: this.assignments.confirmed({ row, column }),
        saved: this.assignments.saved({ row, column }),
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

  /** The sample is confirmed for another proposal. */
  isConfirmedForOther({ row, column }: Place): boolean {
    const to = this.confirmedFor[column]!
    return to !== 0 && to !== this.rows[row]!.id
  }

  /** The reason why a cell cannot be changed, or null. An assignment of a sample confirmed elsewhere can only be removed. */
  whyNotChange(row: number, column: number): string | null {
    const { name, elsewhere } = this.columns[column]!
    if (this.assignments.confirmed({ row, column }))
      return `${name} is confirmed. Cancel that on the Assigned Sample List first.`
    if (this.rows[row]!.conflict)
      return 'You take part in this proposal, or have a conflict of interest with it; someone else must assign its samples.'
    if (this.assignments.assigned({ row, column }) || !this.isConfirmedForOther({ row, column })) return null
    const other = elsewhere.find(({ status }) => status === CONFIRMED)
    return `${name} is confirmed for proposal ${this.confirmedFor[column]}${other ? ` of ${termLabel(other.term_id)}` : ''}.`
  }

  /** Toggles the assignment of a cell if it may be changed; returns whether it was. */
  toggle(row: number, column: number): boolean {
    const held = { assigned: !this.assignments.assigned({ row, column }), priority: null }
    return this.setCells([{ row, column, held }]) === 1
  }

  /** Sets cells as one undoable step; cells that may not be changed stay. Returns how many changed. */
  setCells(cells: readonly (Place & { held: CellValue })[]): number {
    const touched: CellChange[] = []
    for (const { row, column, held } of cells) {
      const before = this.assignments.valueAt({ row, column })
      if (sameHeld(before, held) || this.whyNotChange(row, column) !== null) continue
      this.setValue({ row, column }, held)
      const pair = { sample_id: this.columns[column]!.id, proposal_id: this.rows[row]!.id }
      touched.push({ ...pair, before, after: held })
    }
    if (touched.length > 0) this.history.record(touched)
    this.notify()
    return touched.length
  }

  /** Undoes or redoes a step, as far as still possible; returns the changed places. */
  undo = () => this.applyStep(this.history.undo())
  redo = () => this.applyStep(this.history.redo())

  private applyStep(step: readonly CellChange[] | null): Place[] {
    const changed: Place[] = []
    for (const touch of step ?? []) {
      const place = this.assignments.placeOf(touch)
      if (place === null || this.whyNotChange(place.row, place.column) !== null) continue
      this.setValue(place, touch.after)
      changed.push(place)
    }
    this.notify()
    return changed
  }

  private setValue(place: Place, held: CellValue) {
    this.assignments.setValue(place, held)
    this.answers.forget(place.row)
  }

  /** Applies stored changes as far as still possible; returns the rejected ones. */
  applyChanges(changes: readonly Change[]): RejectedChange[] {
    const rejected = changes.flatMap((change) => {
      const why = this.applyChange(change)
      return why === null ? [] : [{ ...change, why }]
    })
    this.notify()
    return rejected
  }

  /** Applies a change unless the cell has that value already; returns the reason why it cannot be applied, or null. */
  private applyChange(change: Change): string | null {
    const place = this.assignments.placeOf(change)
    // A sample or proposal that is gone need not be unassigned.
    if (place === null)
      return change.assigned ? whyGone(change, this.assignments.rowOfProposal(change.proposal_id)) : null
    const held = { assigned: change.assigned, priority: change.priority ?? null }
    if (sameHeld(this.assignments.valueAt(place), held)) return null
    if (change.moved && !this.assignments.assigned(place)) return `${change.name} was removed meanwhile.`
    const why = this.whyNotChange(place.row, place.column)
    if (why === null) this.setValue(place, held)
    return why
  }

  /** The columns that can be shown: previously allocated samples only if they are on offer (or `all`), assigned or changed. */
  offeredColumns(all: boolean): number[] {
    const touched = new Set(this.assignments.changedPlaces().map(({ column }) => column))
    return [...this.columns.keys()].filter((column) => {
      const { sample_type, flg } = this.columns[column]!
      const offered = all || sample_type !== PROCESSED || flg === 1
      return offered || this.assignments.assignmentCounts[column]! > 0 || touched.has(column)
    })
  }

  /** These changes are saved. */
  markSaved(changes: readonly Change[]) {
    for (const change of changes) {
      const place = this.assignments.placeOf(change)
      if (place === null) continue
      const later = this.assignments.valueAt(place)
      this.assignments.markSaved(place, { assigned: change.assigned, priority: change.priority })
      // A change made during the save stays unsaved, unless the sample is confirmed for another proposal.
      if (!this.isConfirmedForOther(place)) this.assignments.setValue(place, later)
      this.answers.forget(place.row)
    }
    this.notify()
  }

  /** Reverts all unsaved changes. */
  revert() {
    for (const place of this.assignments.changedPlaces())
      this.setValue(place, this.assignments.savedValueAt(place))
    this.notify()
  }

  /** The unsaved changes, row by row. */
  changes = () => this.assignments.changes()
  get unsaved(): number {
    return this.assignments.unsaved
  }

  /** Assignments that cannot be saved because the sample was confirmed for another proposal. */
  lostAssignments(): Change[] {
    return this.assignments
      .all()
      .filter((place) => this.assignments.saved(place) && this.isConfirmedForOther(place))
      .map((place) => ({
        ...this.assignments.changeAt(place),
        assigned: false,
        priority: null,
        moved: false,
      }))
  }

  /** The body of a save: every assignment that is neither confirmed nor lost. */
  itemsToSave(): AllocationItem[] {
    return this.assignments
      .all()
      .filter((place) => !this.assignments.confirmed(place) && !this.isConfirmedForOther(place))
      .map((place) => {
        const { id: sample_id, db_type, sample_type } = this.columns[place.column]!
        const { priority } = this.assignments.valueAt(place)
        return { sample_id, proposal_id: this.rows[place.row]!.id, db_type, sample_type, priority }
      })
  }

  /** Replaces the suggestions over the grid; null removes them. */
  setSuggestions(suggested: readonly Suggested[] | null) {
    this.suggestionLayer.replace(suggested)
    this.notify()
  }

  /** Shows or hides the suggestions. */
  showSuggestions(shown: boolean) {
    this.suggestionLayer.hidden = !shown
    this.notify()
  }

  /** Assigns the suggested samples in one step; returns how many. */
  takeSuggestions(suggested: readonly Suggested[]): number {
    return this.setCells(
      suggested.flatMap((one) => {
        const place = this.assignments.placeOf(one)
        return place === null ? [] : [{ ...place, held: { assigned: true, priority: one.priority } }]
      }),
    )
  }

  subscribe = (listener: () => void) => {
    this.listeners.add(listener)
    return () => {
      this.listeners.delete(listener)
    }
  }
  getVersion = () => this.version

  private notify() {
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}

/** The proposal that a sample is confirmed for, in this term or another; 0 for none. */
function confirmedProposal({ assigned_sample, elsewhere }: GridSample): number {
  const one = [...assigned_sample, ...elsewhere].find(({ status }) => status === CONFIRMED)
  return one?.proposal_id ?? 0
}

/** Why a change has no place in the grid: its proposal is gone, or its sample. */
const whyGone = ({ name, proposal_id }: Change, row: number | undefined) =>
  row === undefined
    ? `Proposal ${proposal_id} is no longer submitted.`
    : `${name} is no longer in this grid: it was confirmed in another term or removed from the catalogue.`

/** The proposal or the sample of a head. */
export type Subject = { proposal: GridProposal; row: number } | { sample: GridSample; column: number }

export const proposalSubject = (model: GridModel, row: number) => ({ proposal: model.rows[row]!, row })
export const sampleSubject = (model: GridModel, column: number) => ({
  sample: model.columns[column]!,
  column,
})
