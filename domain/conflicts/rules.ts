import type { Actor } from '../session/actor.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'
import type { ConflictKind } from './status.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

export const REASON_LENGTH = 1000
export const NEEDED_TO_ALLOW = 'Write why this is no conflict of interest.'
export const ALREADY_DECLARED = 'This conflict of interest has already been declared.'

/** Why no conflict with a proposal of the term can be declared, or null. */
export const whyNotDeclare = (term: TermFacts): string | null => whyReadOnly(term)

/** Why a conflict cannot be lifted, or null: no one can lift their own, and a proposer keeps theirs. */
export const whyNotLift = (
  actor: Pick<Actor, 'id'>,
  conflict: { user_id: number; kind: ConflictKind; lifted: object | null },
  term: TermFacts,
): string | null => {
  const closed = whyReadOnly(term)
  if (closed) return closed
  if (conflict.user_id === actor.id)
    return 'Your own conflict of interest can only be lifted by another administrator.'
  if (conflict.kind === 'proposer') return 'The conflict of interest of the proposer cannot be lifted.'
  return conflict.lifted ? 'This conflict of interest has already been lifted.' : null
}

/** Why the command line cannot lift a conflict, or null: only where no one of the office can judge it. */
export const whyNotLiftByCommand = (withoutConflict: readonly string[]): string | null =>
  withoutConflict.length > 0
    ? `${withoutConflict[0]} has no conflict of interest with this proposal and can judge it, on its tab Review.`
    : null

/** Why no conflict can be recorded for a user, or null: only of them is anything kept, or a second signature refused. */
export const whyNotRecordFor = (user: {
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
  is_curation: boolean
}): string | null =>
  user.is_administration_office || user.is_panel || user.is_reviewer || user.is_curation
    ? null
    : 'This user is neither staff nor a reviewer.'
