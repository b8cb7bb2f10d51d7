import type { Marked } from './contract.ts'

/** What is known of a cell that is to be fixed or forbidden. */
interface CellFacts {
  /** The proposal is a submitted one of the term, without a conflict of interest of the actor. */
  inTerm: boolean
  isReviewer: boolean
  blocked: boolean
  unjudged: boolean
  /** The cell was already named in the same request. */
  twice: boolean
  /** It is saved like this, perhaps from before there was a conflict of interest. */
  saved: boolean
}

/** The field and the reason why a cell cannot be fixed or forbidden, or null. */
export function whyNotMark(
  { mark, acknowledged }: Marked,
  { inTerm, isReviewer, blocked, unjudged, twice, saved }: CellFacts,
): [string, string] | null {
  if (!inTerm) return ['proposal_id', 'There is no such proposal in the grid.']
  if (!isReviewer) return ['user_id', 'This user is not a reviewer.']
  if (twice) return ['user_id', 'This cell is named twice.']
  if (saved) return null
  if (mark === 'forbidden')
    return acknowledged ? ['acknowledged', 'Only a fixed reviewer can be acknowledged.'] : null
  if (blocked) return ['user_id', 'A conflict of interest forbids this reviewer.']
  return unjudged && !acknowledged
    ? ['acknowledged', 'A possible conflict of interest has not been judged yet. It must be acknowledged.']
    : null
}
