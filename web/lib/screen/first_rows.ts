/** Time in which rows that have arrived are drawn, in ms. */
const DRAWING_MS = 50

/** Requests for the rows of a list, until the rows are on the screen. */
const pending = new Set<Promise<unknown>>()

/** Notes that rows are being loaded: whatever else the screen reads or draws waits until they are there. */
export function rowsAreLoading(rows: Promise<unknown>) {
  const drawn = rows.catch(() => {}).then(() => new Promise((resolve) => setTimeout(resolve, DRAWING_MS)))
  pending.add(drawn)
  void drawn.then(() => pending.delete(drawn))
}

/** Resolves once no rows are being loaded. */
export async function afterRows() {
  while (pending.size > 0) await Promise.all(pending)
}
