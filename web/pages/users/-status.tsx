import type { UserRow } from '#domain/users/user.ts'
import { StatusChip } from '#web/ui/text/chips.tsx'

/** Whether a user can sign in. */
export const UserStatus = ({ of: { disabled, deleted } }: { of: Pick<UserRow, 'disabled' | 'deleted'> }) => {
  if (deleted) return <StatusChip colour="black">Deleted</StatusChip>
  return <StatusChip colour={disabled ? 'plain' : 'green'}>{disabled ? 'Disabled' : 'Active'}</StatusChip>
}
