import { createHash, randomBytes, randomInt } from 'node:crypto'

/** A random token for cookies and links: 256 bits, base64url. */
export const newToken = () => randomBytes(32).toString('base64url')

/** The database stores only this hash, so that reading it reveals no usable token. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A random password: 16 characters of [A-Za-z0-9], about 95 bits. */
export const newPassword = () => Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
