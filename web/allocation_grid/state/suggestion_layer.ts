import { requestedCount } from '#domain/allocation/matching.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Suggested } from '#domain/allocation/suggest/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { Assignments } from './assignments.ts'
import type { Answers } from './requests.ts'

/** The status of a suggestion: open, taken, or the reason why it is no longer valid. */
export type SuggestionStatus = 'open' | 'taken' | { why: string }

/** The suggestions over a grid; they are no assignments until someone takes them. A suggestion is hidden while its sample or request is taken otherwise, and comes back when that is undone. */
export class SuggestionLayer {
  /** All suggestions; null before the first. */
  items: readonly Suggested[] | null
  private byProposal: ReadonlyMap<number, readonly Suggested[]>
  private readonly assignments: Assignments
  private readonly answers: Answers
  /** The user has hidden them. */
  hidden: boolean

  constructor(assignments: Assignments, answers: Answers, before?: SuggestionLayer) {
    this.assignments = assignments
    this.answers = answers
    this.items = before?.items ?? null
    this.byProposal = before?.byProposal ?? new Map()
    this.hidden = before?.hidden ?? false
  }

  at = (sample_id: number, proposal_id: number): Suggested | null =>
    this.byProposal.size === 0
      ? null
      : (this.of(proposal_id).find((one) => one.sample_id === sample_id) ?? null)
  all = (): Suggested[] => [...this.byProposal.keys()].flatMap(this.of)
  of = (proposal_id: number): Suggested[] =>
    this.hidden
      ? []
      : this.statusesOf(proposal_id).flatMap(([one, standing]) => (standing === 'open' ? [one] : []))

  replace(suggested: readonly Suggested[] | null) {
    this.items = suggested
    this.byProposal = groupBy(suggested ?? [], ({ proposal_id }) => proposal_id)
  }

  /** All suggestions for a proposal with their status. */
  statusesOf(proposal_id: number): (readonly [Suggested, SuggestionStatus])[] {
    const room = new Map<number, number>()
    return (this.byProposal.get(proposal_id) ?? []).map((one) => {
      const standing = this.statusOf(one)
      if (standing !== 'open') return [one, standing] as const
      const left = room.get(one.priority) ?? this.missing(one)
      room.set(one.priority, left - 1)
      return [one, left > 0 ? standing : { why: 'Its request has enough now.' }] as const
    })
  }

  private statusOf(one: Suggested): SuggestionStatus {
    const place = this.assignments.placeOf(one)
    if (place === null) return { why: 'It is no longer in this grid.' }
    if (this.assignments.assigned(place)) return 'taken'
    const [row] = this.assignments.assignedRows(place.column)
    if (row !== undefined) {
      const confirmed = this.assignments.confirmed({ row, column: place.column })
      return {
        why: `It is now ${confirmed ? 'confirmed for' : 'assigned to'} ${this.assignments.rows[row]!.id}.`,
      }
    }
    const [other] = this.assignments.columns[place.column]!.elsewhere
    if (!other) return 'open'
    const has = other.status === CONFIRMED ? 'confirmed for' : 'assigned to'
    return { why: `It is ${has} ${other.proposal_id} of ${termLabel(other.term_id)}.` }
  }

  /** How many samples the request of a suggestion still needs. */
  private missing({ proposal_id, priority }: Suggested): number {
    const { byRequest } = this.answers.row(this.assignments.rowOfProposal(proposal_id)!)
    const found = byRequest.find(({ request }) => request.priority === priority)
    return found ? requestedCount(found.request) - found.given.length : 0
  }
}
