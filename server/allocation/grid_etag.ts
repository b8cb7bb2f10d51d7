import { createHash } from 'node:crypto'
import type { Pair } from '#domain/allocation/rules.ts'
import type { AssignmentStatus } from '#domain/allocation/status.ts'

interface GridState {
  term_id: number
  types: readonly number[]
  /** Id of the last audit entry about the term's assignments; version conflicts report what came after it. */
  record: number
  assignments: readonly (Pair & { status: AssignmentStatus; priority: number | null })[]
}

const digest = ({ term_id, types, assignments }: GridState) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        term_id,
        types,
        assignments.map((s) => [s.sample_id, s.proposal_id, s.status, s.priority]),
      ]),
    )
    .digest('base64url')

/** Strong ETag of a grid's assignments: the last audit entry and a hash. */
export const etagOf = (state: GridState) => `"${state.record}.${digest(state)}"`

/**
 * The audit entry after which an outdated `If-Match` was made, or null when the header is absent or still matches. Infinity
 * for a header that cannot be parsed, so that no changes are reported.
 */
export function outdatedRecord(header: string | undefined, state: GridState): number | null {
  if (header === undefined) return null
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//u, '').replaceAll('"', ''))
  const current = digest(state)
  if (tags.some((tag) => tag === '*' || tag.split('.')[1] === current)) return null
  const [, record] = /^(\d{1,15})\./u.exec(tags[0]!) ?? []
  return Number(record ?? Infinity)
}
