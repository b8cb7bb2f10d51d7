import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { RECOVERY_CODE_COUNT } from '#domain/session/second_factor.ts'
import type { Db } from '../../platform/context.ts'
import { hashToken } from '../../platform/tokens.ts'
import { consumeRecoveryCode, replaceRecoveryCodes } from './shared_queries.ts'

const ISSUER = 'Astromaterials Sample AO'
/** RFC 6238 with the parameters that every app supports: SHA-1, six digits, 30 seconds; one step of tolerance each way. */
const STEP_MS = 30_000
const TOTP_OPTIONS = { algorithm: 'SHA1', digits: 6, period: STEP_MS / 1000 }
const WINDOW = 1

/** A new secret for an authenticator app: 160 bits in base32. */
export const newTotpSecret = () => new Secret({ size: 20 }).base32

/** The otpauth URI of the QR code. */
export const totpUri = (secret: string, email: string) =>
  new TOTP({ ...TOTP_OPTIONS, issuer: ISSUER, label: email, secret: Secret.fromBase32(secret) }).toString()

/** The time step that a code belongs to, or null if it is not valid near `now`. */
export function totpStep(secret: string, code: string, now: Date): number | null {
  const token = code.replace(/[\s-]/gu, '')
  if (!/^\d{6}$/u.test(token)) return null
  const app = new TOTP({ ...TOTP_OPTIONS, secret: Secret.fromBase32(secret) })
  const delta = app.validate({ token, timestamp: +now, window: WINDOW })
  return delta === null ? null : Math.floor(+now / STEP_MS) + delta
}

/** Without letters that are easily confused on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Four groups of four: 79 bits, too many to brute-force even with the hashes. */
function newRecoveryCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return letters.join('').replace(/.{4}(?=.)/gu, '$&-')
}

const hashRecoveryCode = (code: string) => hashToken(code.toLowerCase().replace(/[^a-z0-9]/gu, ''))

/** Replaces the user's recovery codes. Only hashes are stored: the codes can be shown this once. */
export async function makeRecoveryCodes(tx: Db, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODE_COUNT }, newRecoveryCode)
  await replaceRecoveryCodes(tx, user_id, codes.map(hashRecoveryCode))
  return codes
}

/** Uses up a recovery code; false if it is unknown or already used. */
export const spendRecoveryCode = (tx: Db, user_id: number, code: string) =>
  consumeRecoveryCode(tx, user_id, hashRecoveryCode(code))
