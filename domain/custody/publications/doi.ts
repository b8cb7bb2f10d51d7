/** A DOI: the prefix of its registrant, a slash, and anything without a blank (ISO 26324). */
const DOI = /^10\.\d{4,9}(\.\d+)*\/[^\s\p{Cc}\p{Cf}"<>{}\\]+$/u
const RESOLVER = /^(https?:\/\/)?(dx\.|www\.)?doi\.org\//iu
const LABEL = /^doi:\s*/iu
const MAX_LENGTH = 200

/** Undoes the percent-encoding of an address; a text that is none stays as it is. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

/**
 * A DOI as it is stored, from a DOI, 'doi:…' or an address of doi.org: in lower case, because DOIs that differ only in case
 * are one. Null for a text that is no DOI.
 */
export function normaliseDoi(text: string): string | null {
  const typed = text.trim().replace(LABEL, '')
  const isAddress = RESOLVER.test(typed)
  const bare = isAddress ? decoded(typed.replace(RESOLVER, '').replace(/[?#].*$/u, '')) : typed
  const doi = bare.replace(/[.,;]+$/u, '').toLowerCase()
  return DOI.test(doi) && doi.length <= MAX_LENGTH ? doi : null
}

/** Where a DOI leads. */
export const doiAddress = (doi: string) =>
  `https://doi.org/${doi.split('/').map(encodeURIComponent).join('/')}`
