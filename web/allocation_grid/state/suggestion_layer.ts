import { requestedCount } from '#domain/allocation/matching.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import type { Suggested } from '#domain/allocation/suggest/contract.ts'
import { groupBy } from '#domain/group_by.ts'
import { termLabel } from '#domain/masters/values.ts'
import type { Ticks } from './assignments.ts'
import type { Answers } from './requests.ts'

/** How it stands with a suggestion: it lies over the grid, somebody has ticked it, or why it does not hold any more. */
export type Standing = 'open' | 'taken' | { why: string }

/**
 * The suggestions that lie over a grid: nobody's ticks until somebody takes them over. What was ticked or confirmed
 * otherwise meanwhile, by whomever, does not lie there; when that is taken back it does again.
 */
export class Layer {
  /** All that was suggested; null while nothing was. */
  items: readonly Suggested[] | null
  private byProposal: ReadonlyMap<number, readonly Suggested[]>
  private readonly ticks: Ticks
  private readonly answers: Answers
  /** The person does not want to see them now. */
  hidden: boolean

  constructor(ticks: Ticks, answers: Answers, before?: Layer) {
    this.ticks = ticks
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
      : this.standing(proposal_id).flatMap(([one, standing]) => (standing === 'open' ? [one] : []))

  /** Replaces what was suggested. */
  put(suggested: readonly Suggested[] | null) {
    this.items = suggested
    this.byProposal = groupBy(suggested ?? [], ({ proposal_id }) => proposal_id)
  }

  /** All that was suggested for a proposal, also what does not hold any more. */
  standing(proposal_id: number): (readonly [Suggested, Standing])[] {
    const room = new Map<number, number>()
    return (this.byProposal.get(proposal_id) ?? []).map((one) => {
      const standing = this.standingOf(one)
      if (standing !== 'open') return [one, standing] as const
      const left = room.get(one.priority) ?? this.missing(one)
      room.set(one.priority, left - 1)
      return [one, left > 0 ? standing : { why: 'Its request has enough now.' }] as const
    })
  }

  private standingOf(one: Suggested): Standing {
    const place = this.ticks.placeOf(one)
    if (place === null) return { why: 'It is not in this grid any more.' }
    if (this.ticks.ticked(place)) return 'taken'
    const [row] = this.ticks.takersOf(place.column)
    if (row !== undefined) {
      const confirmed = this.ticks.confirmed({ row, column: place.column })
      return { why: `It is ${confirmed ? 'confirmed' : 'ticked'} for ${this.ticks.rows[row]!.id} now.` }
    }
    const [other] = this.ticks.columns[place.column]!.elsewhere
    if (!other) return 'open'
    const has = other.status === CONFIRMED ? 'confirmed' : 'assigned'
    return { why: `It is ${has} for ${other.proposal_id} of ${termLabel(other.term_id)}.` }
  }

  /** How many samples the request still wants that a suggestion is for. */
  private missing({ proposal_id, priority }: Suggested): number {
    const { byRequest } = this.answers.row(this.ticks.rowOfProposal(proposal_id)!)
    const found = byRequest.find(({ request }) => request.priority === priority)
    return found ? requestedCount(found.request) - found.given.length : 0
  }
}
