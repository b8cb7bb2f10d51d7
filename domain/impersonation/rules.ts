import type { Flag } from '../endpoint.ts'
import type { Actor } from '../session/actor.ts'
import { DELETED } from '../users/rules.ts'

/** So long a look as somebody else lasts, in minutes. */
export const IMPERSONATION_MINUTES = 30

/** What rules need to know of the user as whom an administrator would look. */
interface ImpersonationTarget {
  id: number
  disabled: Flag
  deleted: boolean
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
}

/** Why nobody can look as this user, or null: the conflicts of who would look aside. */
export function whyNotImpersonated(actor: Pick<Actor, 'id'>, user: ImpersonationTarget): string | null {
  if (user.deleted) return DELETED
  if (user.id === actor.id) return 'You look at the product as yourself.'
  if (user.disabled) return 'This user is disabled.'
  return user.is_administration_office ? 'Nobody looks at the product as another administrator.' : null
}

/**
 * Why an administrator can not look as this user, or null. Who has a conflict of interest with any proposal looks as
 * proposers only: to them nothing of any review is shown. Which proposal it is makes no difference, so that the answer
 * tells nobody who reviews it.
 */
export function whyNotImpersonate(
  actor: Pick<Actor, 'id'>,
  user: ImpersonationTarget,
  conflict: boolean,
): string | null {
  const why = whyNotImpersonated(actor, user)
  if (why) return why
  return conflict && (user.is_panel || user.is_reviewer)
    ? 'You have a conflict of interest with a proposal: panel members and reviewers might see what is hidden from you.'
    : null
}

/** What is answered to who looks as somebody else, for everything that writes or hands out files. */
export const READ_ONLY_WHILE_IMPERSONATING =
  'You look at the product as somebody else: reading only. Press Stop first.'
