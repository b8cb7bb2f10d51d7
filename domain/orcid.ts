/** An ORCID iD: four groups of four, the last sign a checksum (ISO 7064, MOD 11-2). */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/u.test(text)) return false
  const digits = text.replaceAll('-', '')
  const total = [...digits.slice(0, 15)].reduce((sum, digit) => (sum + Number(digit)) * 2, 0)
  return '0123456789X'[(12 - (total % 11)) % 11] === digits[15]
}

/** The address under which ORCID wants an iD shown and linked. */
export const orcidLink = (orcid: string) => `https://orcid.org/${orcid}`

export const ORCID_LABEL = 'ORCID iD'
