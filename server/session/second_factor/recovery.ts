import { randomInt } from 'node:crypto'
import { RECOVERY_CODES } from '#domain/session/second_factor.ts'
import type { Db } from '../../platform/context.ts'
import { hashToken } from '../../platform/tokens.ts'
import { replaceCodes, takeCode } from './factors_sql.ts'

/** Without those that are taken for one another on paper. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789'
const LENGTH = 16

/** Four groups of four: 79 bits, too many to try even for whoever holds the hashes. */
function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)])
  return letters.join('').replace(/.{4}(?=.)/gu, '$&-')
}

const hashOf = (code: string) => hashToken(code.toLowerCase().replace(/[^a-z0-9]/gu, ''))

/** A new set of recovery codes in place of the old one; told here and never again. */
export async function makeCodes(tx: Db, user_id: number): Promise<string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await replaceCodes(tx, user_id, codes.map(hashOf))
  return codes
}

/** Uses up a recovery code; false when it is none of the user's, or was used before. */
export const spendCode = (tx: Db, user_id: number, code: string) => takeCode(tx, user_id, hashOf(code))
