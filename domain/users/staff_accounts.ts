import type { Flag } from '../endpoint.ts'
import type { Actor } from '../session/actor.ts'
import { PERSON_LABEL, ROLE_LABEL, type Roles } from './fields.ts'
import { sameEmail } from './person.ts'

/** The setting with which a second person confirms what one alone could do: samples, results, parcels and staff accounts. */
export const TWO_PERSONS_SETTING = 'two_persons'

/** Changes of a staff account with which one administrator could get at what a conflict of interest hides from them. */
export const STAFF_CHANGES = {
  role: 'given a role of the office, the panel or curation',
  email: 'given another e-mail address',
  password: 'sent a link that resets the password',
  second_factor: 'freed of the second factor',
} as const
export type StaffChange = keyof typeof STAFF_CHANGES

/** The roles that see reviews, or can be the second of two persons. */
const STAFF_ROLES = ['is_administration_office', 'is_panel', 'is_curation'] as const

export const isStaffAccount = (user: Roles) => STAFF_ROLES.some((role) => user[role])

interface Account extends Roles {
  email: string
  disabled: Flag
}

/** Which of those changes a save makes; `before` is null for a new account. */
export function staffChangesOf(before: Account | null, next: Account): StaffChange[] {
  const gains = (role: (typeof STAFF_ROLES)[number]) =>
    next[role] && (!before?.[role] || (Boolean(before.disabled) && !next.disabled))
  const changes: StaffChange[] = []
  if (!next.disabled && STAFF_ROLES.some(gains)) changes.push('role')
  if (before && isStaffAccount(before) && !sameEmail(before.email, next.email)) changes.push('email')
  return changes
}

const LABELS: Record<string, string> = { ...PERSON_LABEL, ...ROLE_LABEL, disabled: 'Disabled' }
const textOf = (value: unknown) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : String(value ?? ''))

/** The fields that a waiting change would set, as text; `before` is null for a new account. */
export const accountChangesOf = (
  before: Readonly<Record<string, unknown>> | null,
  after: Readonly<Record<string, unknown>>,
) =>
  Object.entries(LABELS)
    .filter(([name]) => name in after)
    .map(([name, field]) => ({
      field,
      before: before && textOf(before[name]),
      after: textOf(after[name]),
    }))
    .filter((change) => change.before !== change.after && (change.before !== null || change.after !== ''))

/** The administrators who are told of a change: all active ones but the one who makes it. */
export const otherAdministrators = <
  T extends { id: number; is_administration_office: boolean; disabled: Flag },
>(
  users: readonly T[],
  actor: Pick<Actor, 'id'>,
) => users.filter((user) => user.is_administration_office && !user.disabled && user.id !== actor.id)

/** Why nobody could confirm a change of this user's account, or null; `others` are the other active administrators. */
export const whyNotAskSecond = (others: readonly { id: number }[], user_id: number | null) =>
  others.some(({ id }) => id !== user_id)
    ? null
    : 'A second administrator must confirm this, and there is no other who could.'

/** Why the actor cannot be the second administrator, or null. */
export function whyNotSecond(
  actor: Pick<Actor, 'id'>,
  change: { asked_by: number; user_id: number | null },
): string | null {
  if (change.asked_by === actor.id) return 'You asked for this change; another administrator confirms it.'
  return change.user_id === actor.id ? 'This is your own account; another administrator confirms it.' : null
}
