import type { Shown } from '../axes.ts'
import type { GridModel } from '../model.ts'

/** What stays in sight until the grid is narrowed anew: a row or a column does not go from under the hand because a tick made it another. */
export class Kept {
  private key = ''
  private rows = new Set<number>()
  private columns = new Set<number>()

  /** What of `all` matches now, and what did since `key` was another; kept by ids, for a grid is loaded anew. */
  with(key: string, model: GridModel, all: Shown, matching: Shown): Shown {
    if (this.key !== key) {
      this.key = key
      this.rows = new Set()
      this.columns = new Set()
    }
    for (const row of matching.rows) this.rows.add(model.rows[row]!.id)
    for (const column of matching.columns) this.columns.add(model.columns[column]!.id)
    return {
      rows: all.rows.filter((row) => this.rows.has(model.rows[row]!.id)),
      columns: all.columns.filter((column) => this.columns.has(model.columns[column]!.id)),
    }
  }
}
