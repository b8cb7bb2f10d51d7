import { createHash, randomBytes, randomInt } from 'node:crypto'

/** An unguessable token for cookies and links: 256 bits, safe in an address. */
export const newToken = () => randomBytes(32).toString('base64url')

/** What is stored of a token: whoever reads the database cannot use it. */
export const hashToken = (token: string) => createHash('sha256').update(token).digest('hex')

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** A generated password: 16 of [A-Za-z0-9], about 95 bits. */
export const newPassword = () => Array.from({ length: 16 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
