import { hash, verify } from '@node-rs/argon2'

/** argon2id with 46 MiB and one pass: the first choice of the OWASP password storage cheat sheet. */
const STRENGTH = { memoryCost: 47_104, timeCost: 1, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, STRENGTH)

/** Compared against for unknown e-mail addresses, so that they take as long as known ones. */
const decoyHash = hashPassword('nobody has this password')

/** Takes the same time whether or not there is a stored hash. */
export async function verifyPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const right = await verify(stored ?? (await decoyHash), password)
  return right && stored !== null && stored !== undefined
}

/** Returns a test for the 1,000 most common passwords, in lower case. The list is loaded on first use. */
export async function commonPasswords() {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  const common = new Set(dictionary['passwords-common']?.slice(0, 1000).map(String))
  return (password: string) => common.has(password)
}
