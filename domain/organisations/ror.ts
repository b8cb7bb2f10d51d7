/** Crockford's base 32, in lower case: without i, l, o and u. */
const DIGITS = '0123456789abcdefghjkmnpqrstvwxyz'
const SHAPE = /^0[0-9a-hjkmnp-tv-z]{6}[0-9]{2}$/u
/** What people paste before the id: the address, or the prefix of a compact identifier. */
const PREFIX = /^(?:(?:https?:\/\/)?(?:www\.)?ror\.org\/|ror:\s*)/iu

/** The bare id of what was typed or pasted: nine characters in lower case where it is one. */
export const bareRor = (text: string) => text.trim().replace(PREFIX, '').replace(/\/$/u, '').toLowerCase()

/**
 * Why a bare id is not a ROR id, or null. The last two characters are check digits by ISO/IEC 7064, MOD 97-10: 98 minus
 * the remainder of a hundred times the number that the first seven write by 97. See https://ror.org/facts.
 */
export function whyNotRor(id: string): string | null {
  if (!SHAPE.test(id)) return 'A ROR id has nine characters and begins with 0, like 057zh3y96.'
  const number = [...id.slice(0, 7)].reduce((sum, digit) => sum * 32 + DIGITS.indexOf(digit), 0)
  return Number(id.slice(7)) === 98 - ((number * 100) % 97)
    ? null
    : 'The check digits do not match: one of the nine characters is wrong.'
}

/** The address of an organisation in the registry. */
export const rorAddress = (id: string) => `https://ror.org/${id}`
