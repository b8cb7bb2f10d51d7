import { answers } from '#domain/allocation/asked.ts'
import type { GridProposal, GridSample } from '#domain/allocation/contract.ts'

const MOST = 255

/**
 * Who asks for what, a byte a cell, row by row: the priority of a request for the sample by name, and that of the
 * first request for any sample which this one could answer. 0 is none.
 */
export function requestsOf(
  rows: readonly GridProposal[],
  columns: readonly GridSample[],
  rowOf: ReadonlyMap<number, number>,
) {
  const priorities = new Uint8Array(rows.length * columns.length)
  const hopes = new Uint8Array(rows.length * columns.length)
  for (const [column, { requested_sample }] of columns.entries())
    for (const { proposal_id, priority } of requested_sample) {
      const row = rowOf.get(proposal_id)
      if (row !== undefined) priorities[row * columns.length + column] = Math.min(priority, MOST)
    }
  // The first one is written last.
  for (const [row, { requested_samples }] of rows.entries())
    for (const request of [...requested_samples].reverse()) {
      if (!request.target || request.sample_id !== null) continue
      for (const [column, sample] of columns.entries())
        if (answers(sample, request)) hopes[row * columns.length + column] = Math.min(request.priority, MOST)
    }
  return { priorities, hopes }
}
