import type { Flag } from '../endpoint.ts'
import { proposalStatus } from '../proposals/status.ts'
import { REPORT_ACCEPTED, REPORT_REQUESTED } from '../reports/status.ts'
import type { Actor } from '../session/actor.ts'
import type { OwnReport, UserDetail } from './contract.ts'
import type { Roles } from './fields.ts'

type Self = Pick<Actor, 'id'>

export interface UserFacts extends Roles {
  id: number
  disabled: Flag
  deleted: boolean
}

export const DELETED = 'This user is deleted.'
const LAST_ADMINISTRATOR = 'At least one administrator must stay active.'
export const NO_ROLE = 'Please choose at least one role.'

export const hasRole = (user: Roles & { is_proposer: boolean }) =>
  user.is_administration_office || user.is_panel || user.is_reviewer || user.is_curation || user.is_proposer

const isActiveAdministrator = (user: Roles & { disabled: Flag }) =>
  user.is_administration_office && !user.disabled

/** Why a user cannot be changed to `next`, or null. `others`: number of other active administrators. */
export function whyNotSaveUser(
  actor: Self,
  user: UserFacts,
  next: Roles & { disabled: boolean },
  others: number,
): string | null {
  if (user.deleted) return DELETED
  if (user.id === actor.id && next.disabled) return 'You cannot disable yourself.'
  if (user.id === actor.id && user.is_administration_office && !next.is_administration_office)
    return 'You cannot take the administration office from yourself.'
  return isActiveAdministrator(user) && !isActiveAdministrator(next) && others === 0
    ? LAST_ADMINISTRATOR
    : null
}

/** Why a user cannot be deleted, or null: the user must be disabled and someone else. */
export function whyNotDelete(actor: Self, user: Pick<UserFacts, 'id' | 'disabled' | 'deleted'>) {
  if (user.deleted) return DELETED
  if (user.id === actor.id) return 'You cannot delete yourself.'
  return user.disabled ? null : 'Only a disabled user can be deleted.'
}

export function whyNotResetPassword(user: Pick<UserFacts, 'disabled' | 'deleted'>) {
  if (user.deleted) return DELETED
  return user.disabled ? 'This user is disabled.' : null
}

/** Why a user cannot change their own e-mail address, or null: that of an account made by the office is the office's. */
export const whyNotChangeOwnEmail = ({ roles }: Pick<Actor, 'roles'>): string | null =>
  roles.includes('proposer') ? null : 'Please ask the administration office to change your e-mail address.'

/** Whether a role is taken or the account disabled; sessions, download links and API tokens then end. */
export const losesAccess = (user: Roles & { disabled: Flag }, next: Roles & { disabled: boolean }) =>
  (next.disabled && !user.disabled) ||
  (user.is_administration_office && !next.is_administration_office) ||
  (user.is_panel && !next.is_panel) ||
  (user.is_reviewer && !next.is_reviewer) ||
  (user.is_curation && !next.is_curation)

/** What a save ends at once, and the open work it leaves for the office to reassign. */
export interface AccessLoss {
  sessions: number
  downloads: number
  api_tokens: number
  requested: OwnReport[]
  accepted: OwnReport[]
  unsubmitted: UserDetail['proposals']
}

/** What a user loses by changing to `next`, or null. */
export function accessLossOf(user: UserDetail, next: Roles & { disabled: boolean }): AccessLoss | null {
  if (!losesAccess({ ...user, disabled: user.disabled === 1 }, next)) return null
  const reviews = next.disabled || !next.is_reviewer
  const openReports = (status: number) =>
    reviews ? user.reports.filter((report) => report.open && !report.closed && report.status === status) : []
  return {
    sessions: user.sessions,
    downloads: user.downloads,
    api_tokens: user.api_tokens,
    requested: openReports(REPORT_REQUESTED),
    accepted: openReports(REPORT_ACCEPTED),
    unsubmitted: next.disabled
      ? user.proposals.filter(({ open, status }) => open && !proposalStatus.of(status).submitted)
      : [],
  }
}
