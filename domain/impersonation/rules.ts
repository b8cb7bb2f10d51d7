import type { Flag } from '../endpoint.ts'
import type { Actor } from '../session/actor.ts'
import { DELETED } from '../users/rules.ts'

/** How long an impersonation lasts. */
export const IMPERSONATION_MINUTES = 30

/** The user whom an administrator wants to impersonate, as far as the rules need to know. */
interface ImpersonationTarget {
  id: number
  disabled: Flag
  deleted: boolean
  is_administration_office: boolean
  is_panel: boolean
  is_reviewer: boolean
}

/** Why `actor` cannot impersonate this user, or null; conflicts of interest are left out, so the screen can ask it. */
export function whyNotImpersonated(actor: Pick<Actor, 'id'>, user: ImpersonationTarget): string | null {
  if (user.deleted) return DELETED
  if (user.id === actor.id) return 'You are already viewing as yourself.'
  if (user.disabled) return 'This user is disabled.'
  return user.is_administration_office ? 'You cannot view as another administrator.' : null
}

/**
 * Why an administrator cannot impersonate this user, or null. An administrator with a conflict of interest with any
 * proposal can impersonate proposers only, who see nothing of reviews. Which proposal it is makes no difference, so that
 * the answer does not reveal who reviews it.
 */
export function whyNotImpersonate(
  actor: Pick<Actor, 'id'>,
  user: ImpersonationTarget,
  conflict: boolean,
): string | null {
  const why = whyNotImpersonated(actor, user)
  if (why) return why
  return conflict && (user.is_panel || user.is_reviewer)
    ? 'You have a conflict of interest with a proposal, and panel members and reviewers can see what is hidden from you.'
    : null
}
