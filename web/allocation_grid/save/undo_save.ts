import type { AllocationItem, GridSample } from '#domain/allocation/contract.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { CellValue, Change } from '../state/assignments.ts'

/** A saved change, and what the cell held before. */
export interface UndoableChange extends Change {
  before: CellValue
}

const MAX_NAMED = 3

/** 'A0042 assigned to 63, C0115 removed from 87 and 2 more'. */
export function savedChangesText(changes: readonly Change[]): string {
  const texts = changes
    .slice(0, MAX_NAMED)
    .map(({ name, proposal_id, assigned, moved }) =>
      moved
        ? `${name} moved to another request of ${proposal_id}`
        : `${name} ${assigned ? 'assigned to' : 'removed from'} ${proposal_id}`,
    )
  const more = changes.length - texts.length
  return `${texts.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}

/** The body of a save that takes back these changes, and leaves what else is assigned in the `columns` as it is. */
export function itemsWithout(
  columns: readonly GridSample[],
  changes: readonly UndoableChange[],
): AllocationItem[] {
  const changed = new Set(changes.map(({ sample_id, proposal_id }) => `${sample_id} ${proposal_id}`))
  return columns.flatMap(({ id: sample_id, db_type, sample_type, assigned_sample }) => {
    const item = (proposal_id: number, priority: number | null) => ({
      sample_id,
      proposal_id,
      db_type,
      sample_type,
      priority,
    })
    const kept = assigned_sample.filter(
      ({ proposal_id, status }) => status !== CONFIRMED && !changed.has(`${sample_id} ${proposal_id}`),
    )
    const restored = changes.filter((change) => change.sample_id === sample_id && change.before.assigned)
    return [
      ...kept.map(({ proposal_id, priority }) => item(proposal_id, priority)),
      ...restored.map(({ proposal_id, before }) => item(proposal_id, before.priority)),
    ]
  })
}
