import { createHash } from 'node:crypto'
import type { Pair } from '#domain/allocation/rules.ts'
import type { AssignmentStatus } from '#domain/allocation/status.ts'

interface State {
  term_id: number
  types: readonly number[]
  /** The number of the last record of the term's assignments, so that a stale save can be told what came after. */
  record: number
  standing: readonly (Pair & { status: AssignmentStatus; priority: number | null })[]
}

const digest = ({ term_id, types, standing }: State) =>
  createHash('sha256')
    .update(
      JSON.stringify([
        term_id,
        types,
        standing.map((s) => [s.sample_id, s.proposal_id, s.status, s.priority]),
      ]),
    )
    .digest('base64url')

/** The state of a grid's assignments as a strong ETag. */
export const etagOf = (state: State) => `"${state.record}.${digest(state)}"`

/**
 * The record that a stale `If-Match` was made after, or null when the header is absent or still true. One that can not be
 * read was made after no record that is known: nothing is told of it.
 */
export function outdatedSince(header: string | undefined, state: State): number | null {
  if (header === undefined) return null
  const sent = header.split(',').map((tag) => tag.trim().replace(/^W\//u, '').replaceAll('"', ''))
  const now = digest(state)
  if (sent.some((tag) => tag === '*' || tag.split('.')[1] === now)) return null
  const [, record] = /^(\d{1,15})\./u.exec(sent[0]!) ?? []
  return Number(record ?? Infinity)
}
