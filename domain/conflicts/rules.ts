import type { Actor } from '../session/actor.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why no conflict with a proposal of the term can be declared, or null. */
export const whyNotDeclare = (term: TermFacts): string | null => whyReadOnly(term)

/** Why a declared conflict cannot be taken back, or null: no one can take back their own. */
export const whyNotTakeBack = (
  actor: Pick<Actor, 'id'>,
  conflict: { user_id: number },
  term: TermFacts,
): string | null =>
  whyReadOnly(term) ??
  (conflict.user_id === actor.id
    ? 'Your own conflict of interest is taken back by another administrator.'
    : null)

/** Why no conflict can be recorded for a user, or null: only staff and reviewers see anything to keep from them. */
export const whyNotRecordFor = (user: {
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
}): string | null =>
  user.is_administration_office || user.is_panel || user.is_reviewer
    ? null
    : 'This user is neither of the staff nor a reviewer.'
