import type { UserDetail, UserRow } from '#domain/users/contract.ts'
import { StatusChip } from '#web/ui/text/chips.tsx'

/** '2 passkeys, authenticator app'. */
export function secondFactorText({ second_factor: { passkeys, totp } }: UserDetail): string {
  const words = [
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ...(totp ? ['authenticator app'] : []),
  ]
  return words.join(', ') || 'None'
}

export const UserStatus = ({ of: { disabled, deleted } }: { of: Pick<UserRow, 'disabled' | 'deleted'> }) => {
  if (deleted) return <StatusChip colour="black">Deleted</StatusChip>
  return <StatusChip colour={disabled ? 'plain' : 'green'}>{disabled ? 'Disabled' : 'Active'}</StatusChip>
}
