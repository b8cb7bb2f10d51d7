import { REPORT_ACCEPTED, type ReportStatus } from './status.ts'

/** A report among those that are gone through one after the other. */
export interface Walked {
  id: number
  proposal_id: number
  status: ReportStatus
}

/** Where a report stands among them, from 1, with its neighbours and the next one that waits to be written, round the end. */
export function placeIn(walk: readonly Walked[], id: number) {
  const at = walk.findIndex((one) => one.id === id)
  const next = [...walk.slice(at + 1), ...walk.slice(0, Math.max(at, 0))].find(
    ({ status }) => status === REPORT_ACCEPTED,
  )
  return {
    position: at + 1,
    count: walk.length,
    prevID: walk[at - 1]?.id ?? null,
    nextID: walk[at + 1]?.id ?? null,
    next_to_write: next ? { id: next.id, proposal_id: next.proposal_id } : null,
  }
}
