import type { GridProposal } from '#domain/allocation/contract.ts'
import { figure } from '#web/lib/format/format.ts'
import type { GridRequest } from './answers.ts'
import type { Claimant, SavedChange } from './saves.ts'
import { requestText, sampleFigures } from './words.ts'

/** Whose a row is, and where it stands: '63 Haruto Sato, score 4.90, rank 1'. */
export const proposalText = ({ id, name, global_score, rank }: GridProposal) =>
  `${id} ${name}, score ${figure(global_score, 2)}, rank ${figure(rank)}`

/** Which request it is, by its priority: 'request 2: Any Ryugu particle 4 mg [A]'. */
export const askedText = (request: GridRequest | null) =>
  request === null ? 'no request' : `request ${request.priority}: ${requestText(request)}`

/** What a change says behind its pair: the sample's figures, what it answers, and whether it is out of sight. */
export function changeDetail({ sample, ticked, moved, request, before, hidden }: SavedChange): string {
  const answers = moved
    ? `from ${askedText(before)} to ${askedText(request)}`
    : `${ticked ? 'answers' : 'answered'} ${askedText(request)}`
  return [sampleFigures(sample)[0], answers, ...(hidden ? ['not in your filters'] : [])].join(', ')
}

/** How somebody has a sample: 'confirmed', 'assigned', 'not saved yet', and for which request. */
export function holdText({ confirmed, saved, proposal, request }: Claimant): string {
  const state = confirmed ? 'confirmed' : saved ? 'assigned' : 'your tick, not saved yet'
  return proposal === null ? state : `${state}, for ${askedText(request)}`
}

/** What the changes of one proposal come to: '2 assigned, 1 taken away'. */
export function changesText(changes: readonly Pick<SavedChange, 'ticked' | 'moved'>[]): string {
  const moved = changes.filter((change) => change.moved).length
  const assigned = changes.filter((change) => change.ticked && !change.moved).length
  return [
    [assigned, 'assigned'] as const,
    [moved, 'moved'] as const,
    [changes.length - moved - assigned, 'taken away'] as const,
  ]
    .filter(([count]) => count > 0)
    .map(([count, what]) => `${count} ${what}`)
    .join(', ')
}
