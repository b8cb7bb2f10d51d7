import { createHash, randomBytes, randomInt } from 'node:crypto'

/** A random token for cookies and links: 256 bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The database stores only this hash, so that reading it reveals no usable token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const randomLetters = (length: number) =>
  Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]).join('')

/** The secret part of an API token: 43 characters of [A-Za-z0-9], 256 bits. */
export const newApiSecret = () => randomLetters(43)

/** A random password: 16 characters of [A-Za-z0-9], about 95 bits. */
export const newPassword = () => randomLetters(16)
