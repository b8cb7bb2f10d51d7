import type { UserDetail } from '#domain/users/user.ts'

/** A user's second factor in words: '2 passkeys, authenticator app'. */
export function factorText({ second_factor: { passkeys, totp } }: UserDetail): string {
  const words = [
    ...(passkeys > 0 ? [passkeys === 1 ? '1 passkey' : `${passkeys} passkeys`] : []),
    ...(totp ? ['authenticator app'] : []),
  ]
  return words.join(', ') || 'None'
}
