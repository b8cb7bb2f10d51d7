/** A column of a linear programme: what each unit of it brings, and by how much it uses the limits of two rows. */
export interface Way {
  brings: number
  rows: readonly [number, number]
  uses: readonly [number, number]
}

/** A linear programme to maximise: rows are at most their limits, columns at least 0. It grows by columns. */
export interface Programme {
  add(ways: readonly Way[]): void
  /** How much of each column the best solution takes, and what one more of each row's limit would bring. */
  solve(): { takes: Float64Array; prices: Float64Array }
}
export type Solver = (limits: readonly number[]) => Programme
