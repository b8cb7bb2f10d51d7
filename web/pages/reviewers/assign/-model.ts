import type {
  GridProposal,
  GridReport,
  GridReviewer,
  Mark,
  Marked,
  ReviewerGrid,
  Suggested,
} from '#domain/assign_reviewers/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { REPORT_DECLINED, REPORT_NOT_REQUESTED, reportStatus } from '#domain/reports/status.ts'
import type { Place } from '#web/ui/grid/axes.ts'
import { UndoHistory } from '#web/ui/grid/undo_history.ts'

/** What is set by hand in a cell; null for nothing. */
export type MarkValue = { mark: Mark; acknowledged: boolean } | null

/** A cell by its ids. */
export interface CellIds {
  proposal_id: number
  user_id: number
}

/** A mark that was changed since the last save. By ids, because rows and columns may move. */
export interface MarkChange extends CellIds {
  value: MarkValue
}

/** How one step changed a mark. */
export interface MarkStep extends CellIds {
  before: MarkValue
  after: MarkValue
}

export interface CellState {
  fit: number
  report: GridReport | null
  /** A conflict of interest forbids it. */
  blocked: boolean
  /** A possible conflict has not been judged. */
  unjudged: boolean
  mark: Mark | null
  /** The mark has changed since the last save. */
  changed: boolean
  suggested: boolean
}

const sameMark = (a: MarkValue, b: MarkValue) =>
  a?.mark === b?.mark && (a?.acknowledged ?? false) === (b?.acknowledged ?? false)

/**
 * The grid of reviewers (rows) and proposals (columns): what the server answered, the marks that people set, and the
 * suggestions over it. The marks that were changed in `before`, the model before a reload, stay changed, and the
 * proposals keep the order that they had in it, so that nothing moves under the pointer.
 */
export class AssignModel {
  readonly grid: ReviewerGrid
  readonly rows: readonly GridReviewer[]
  readonly columns: readonly GridProposal[]
  readonly history: UndoHistory<MarkStep>
  private readonly rowOf: ReadonlyMap<number, number>
  private readonly columnOf: ReadonlyMap<number, number>
  /** The index of each column in the answer, where the fits are. */
  private readonly answered: readonly number[]
  private readonly reports = new Map<number, GridReport>()
  private readonly blocked: ReadonlySet<number>
  private readonly unjudged: ReadonlySet<number>
  private readonly saved: ReadonlyMap<number, MarkValue>
  private readonly marks: Map<number, MarkValue>
  private readonly changed = new Set<number>()
  /** The cells whose possible conflict the user has acknowledged. */
  private readonly acknowledged: Set<string>
  private suggestions = new Map<number, Suggested>()
  private readonly listeners = new Set<() => void>()
  version = 0

  constructor(grid: ReviewerGrid, before?: AssignModel) {
    this.grid = grid
    this.rows = grid.reviewers
    const order = new Map(before?.columns.map(({ id }, place) => [id, place]))
    const placeOf = (id: number) => order.get(id) ?? order.size
    this.answered = [...grid.proposals.keys()].sort(
      (a, b) => placeOf(grid.proposals[a]!.id) - placeOf(grid.proposals[b]!.id) || a - b,
    )
    this.columns = this.answered.map((at) => grid.proposals[at]!)
    this.rowOf = new Map(this.rows.map(({ id }, row) => [id, row]))
    this.columnOf = new Map(this.columns.map(({ id }, column) => [id, column]))
    for (const report of grid.reports) {
      const at = this.indexOf(report)
      if (at !== null) this.reports.set(at, report)
    }
    this.blocked = new Set(this.indicesOf(grid.blocked))
    this.unjudged = new Set(this.indicesOf(grid.unjudged))
    this.saved = new Map(
      grid.marks.flatMap(({ mark, acknowledged, ...cell }): [number, MarkValue][] => {
        const at = this.indexOf(cell)
        return at === null ? [] : [[at, { mark, acknowledged }]]
      }),
    )
    this.marks = new Map(this.saved)
    this.history = before?.history ?? new UndoHistory<MarkStep>()
    this.acknowledged = before?.acknowledged ?? new Set()
    if (before) {
      this.applyChanges(before.changes())
      this.setSuggestions([...before.suggestions.values()])
    }
  }

  private indexOf({ user_id, proposal_id }: CellIds): number | null {
    const place = this.placeOf({ user_id, proposal_id })
    return place && this.at(place)
  }
  private indicesOf = (cells: readonly CellIds[]) =>
    cells.flatMap((cell) => {
      const at = this.indexOf(cell)
      return at === null ? [] : [at]
    })
  private at = ({ row, column }: Place) => row * this.columns.length + column
  private placeAt = (at: number): Place => ({
    row: Math.floor(at / this.columns.length),
    column: at % this.columns.length,
  })

  /** The place of a cell; null if its reviewer or proposal is not in the grid. */
  placeOf({ user_id, proposal_id }: CellIds): Place | null {
    const row = this.rowOf.get(user_id)
    const column = this.columnOf.get(proposal_id)
    return row === undefined || column === undefined ? null : { row, column }
  }
  idsAt = ({ row, column }: Place): CellIds => ({
    user_id: this.rows[row]!.id,
    proposal_id: this.columns[column]!.id,
  })
  columnOfProposal = (id: number) => this.columnOf.get(id)

  fit = ({ row, column }: Place) => this.grid.fit[this.answered[column]!]![row]!
  reportAt = (place: Place) => this.reports.get(this.at(place)) ?? null
  isUnjudged = (place: Place) => this.unjudged.has(this.at(place))
  markAt = (place: Place): MarkValue => this.marks.get(this.at(place)) ?? null

  cell(place: Place): CellState {
    const at = this.at(place)
    return {
      fit: this.fit(place),
      report: this.reports.get(at) ?? null,
      blocked: this.blocked.has(at),
      unjudged: this.unjudged.has(at),
      mark: this.marks.get(at)?.mark ?? null,
      changed: this.changed.has(at),
      suggested: this.suggestions.has(at),
    }
  }

  /** The reason why no report can be added here, or null. */
  whyNotTake(place: Place): string | null {
    const report = this.reportAt(place)
    if (this.grid.term.disabled) return 'This term is closed.'
    if (report) return reportStatus.of(report.status).is
    if (this.blocked.has(this.at(place))) return 'A conflict of interest forbids it.'
    if (this.columns[place.column]!.closed) return 'This proposal has its global score; no report is needed.'
    return this.rows[place.row]!.why_not
  }

  /** The reason why a mark cannot be set or changed here, or null. A mark that is there can always be cleared. */
  whyNotMark(place: Place, value: MarkValue): string | null {
    if (this.grid.term.disabled) return 'This term is closed.'
    return value === null ? null : this.whyNotTake(place)
  }

  /** A possible conflict that has not been judged, and that the user has not acknowledged. */
  wantsAcknowledgement = (place: Place) => this.isUnjudged(place) && !this.isAcknowledged(place)
  isAcknowledged = (place: Place) =>
    (this.markAt(place)?.acknowledged ?? false) || this.acknowledged.has(cellKey(this.idsAt(place)))
  acknowledge(place: Place, on: boolean) {
    const key = cellKey(this.idsAt(place))
    if (on) this.acknowledged.add(key)
    else this.acknowledged.delete(key)
    this.notify()
  }
  acknowledgedCells = (): CellIds[] =>
    [...this.unjudged].map(this.placeAt).filter(this.isAcknowledged).map(this.idsAt)

  /** Sets a mark as one undoable step, or clears it if it is there already; returns the mark that is there now. */
  toggleMark(place: Place, mark: Mark): MarkValue {
    const before = this.markAt(place)
    const acknowledged = mark === 'fixed' && this.isUnjudged(place) && this.isAcknowledged(place)
    const after = before?.mark === mark ? null : { mark, acknowledged }
    if (this.whyNotMark(place, after) !== null) return before
    this.put(this.at(place), after)
    this.history.record([{ ...this.idsAt(place), before, after }])
    this.notify()
    return after
  }

  private put(at: number, value: MarkValue) {
    if (value === null) this.marks.delete(at)
    else this.marks.set(at, value)
    if (sameMark(value, this.saved.get(at) ?? null)) this.changed.delete(at)
    else this.changed.add(at)
  }

  /** Undoes or redoes a step, as far as still possible; returns the changed places. */
  undo = () => this.applyStep(this.history.undo())
  redo = () => this.applyStep(this.history.redo())

  private applyStep(step: readonly MarkStep[] | null): Place[] {
    const changed = (step ?? []).flatMap((change) => {
      const place = this.placeOf(change)
      if (place === null || this.whyNotMark(place, change.after) !== null) return []
      this.put(this.at(place), change.after)
      return [place]
    })
    this.notify()
    return changed
  }

  /** Applies stored changes as far as still possible. */
  applyChanges(changes: readonly MarkChange[]) {
    for (const { value, ...cell } of changes) {
      const place = this.placeOf(cell)
      if (place && this.whyNotMark(place, value) === null) this.put(this.at(place), value)
    }
    this.notify()
  }

  /** The unsaved changes, row by row. */
  changes = (): MarkChange[] =>
    [...this.changed]
      .sort((a, b) => a - b)
      .map((at) => ({ ...this.idsAt(this.placeAt(at)), value: this.marks.get(at) ?? null }))
  get unsaved(): number {
    return this.changed.size
  }

  /** Reverts all unsaved changes. */
  revert() {
    for (const at of [...this.changed]) this.put(at, this.saved.get(at) ?? null)
    this.notify()
  }

  /** All marks, saved or not. */
  allMarks = (): Marked[] =>
    [...this.marks].flatMap(([at, value]) => (value ? [{ ...this.idsAt(this.placeAt(at)), ...value }] : []))

  /** Replaces the suggestions; those whose cell is no longer free are left out. */
  setSuggestions(suggested: readonly Suggested[]) {
    this.suggestions = new Map(
      suggested.flatMap((one): [number, Suggested][] => {
        const place = this.placeOf(one)
        return place === null || this.whyNotTake(place) !== null ? [] : [[this.at(place), one]]
      }),
    )
    this.notify()
  }

  /** The suggestions that can still be taken, column by column, best fit first. */
  openSuggestions = (): (Suggested & { place: Place })[] =>
    [...this.suggestions]
      .map(([at, one]) => ({ ...one, place: this.placeAt(at) }))
      .sort((a, b) => a.place.column - b.place.column || b.fit - a.fit || a.place.row - b.place.row)

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

export const cellKey = ({ proposal_id, user_id }: CellIds) => `${proposal_id} ${user_id}`

/** 'Lars Østergård, proposal 60' */
export const cellName = (model: AssignModel, { row, column }: Place) =>
  `${model.rows[row]!.name}, proposal ${model.columns[column]!.id}`

/** Whether a reviewer has as many reports as the limit allows, or more. */
export const isAtLimit = ({ load, limit }: GridReviewer) => limit !== null && load >= limit

/** How many reports a proposal still lacks. */
export const missingReports = ({ reports, closed }: GridProposal, { limits }: ReviewerGrid) =>
  closed || !limits.per_proposal_on ? 0 : Math.max(0, limits.per_proposal - reports)

/** The figures above the grid, over the proposals with these ids. */
export function totalsOf({ grid, rows }: AssignModel, proposals: readonly GridProposal[]) {
  const shown = new Map(proposals.map((one) => [one.id, one]))
  const here = grid.reports.filter(({ proposal_id }) => shown.has(proposal_id))
  const missing = (id: number) => missingReports(shown.get(id)!, grid)
  const declined = groupBy(
    here.filter(({ status }) => status === REPORT_DECLINED),
    ({ proposal_id }) => proposal_id,
  )
  const sum = (figures: readonly number[]) => figures.reduce((total, one) => total + one, 0)
  return {
    reports: sum(proposals.map(({ reports }) => reports)),
    wanted: grid.limits.per_proposal_on
      ? sum(proposals.map((one) => one.reports + missingReports(one, grid)))
      : null,
    fewer: proposals.filter((one) => missingReports(one, grid) > 0).length,
    atLimit: rows.filter(isAtLimit).length,
    unjudged: grid.unjudged.filter(({ proposal_id }) => shown.has(proposal_id)).length,
    /** Declined reports that nobody has taken the place of. */
    declines: sum([...declined].map(([id, of]) => Math.min(of.length, missing(id)))),
    toRequest: here.filter(({ status, closed }) => status === REPORT_NOT_REQUESTED && !closed),
  }
}
