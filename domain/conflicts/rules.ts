import type { Actor } from '../session/actor.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Why no conflict with a proposal of the term can be declared any more, or null. */
export const whyNotDeclare = (term: TermFacts): string | null => whyReadOnly(term)

/** Why a declared conflict can not be taken back, or null: nobody frees themselves from one. */
export const whyNotTakeBack = (
  actor: Pick<Actor, 'id'>,
  conflict: { user_id: number },
  term: TermFacts,
): string | null =>
  whyReadOnly(term) ??
  (conflict.user_id === actor.id
    ? 'Your own conflict of interest is taken back by another administrator.'
    : null)

/** Why somebody's conflict can not be recorded, or null: it would keep nothing from a user who sees nothing. */
export const whyNotRecordFor = (user: {
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
}): string | null =>
  user.is_administration_office || user.is_panel || user.is_reviewer
    ? null
    : 'This user is neither of the staff nor a reviewer.'
