import { hash, verify } from '@node-rs/argon2'

/** argon2id with 46 MiB and one pass: the first choice of the OWASP password storage cheat sheet. */
const STRENGTH = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, STRENGTH)

/** Somebody's hash, so that an unknown e-mail costs as much time as a known one. */
const decoyHash = hashPassword('nobody has this password')

/** Whether `password` is the one behind `stored`; takes the same time when there is none. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const right = await verify(stored ?? (await decoyHash), password)
  return right && stored !== null && stored !== undefined
}

/** Tells whether a password in small letters is among the 1,000 most common; their list is read when it is asked for. */
export async function commonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = new Set(dictionary['passwords-common']?.slice(0, 1000).map(String))
  return (password: string) => common.has(password)
}
