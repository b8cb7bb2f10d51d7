/** What a BibTeX entry is made from. */
export interface BibtexEntry {
  doi: string
  title: string
  year: number
  /** Names of the pieces it is about. */
  pieces: readonly string[]
}

const ESCAPED: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  $: '\\$',
  '&': '\\&',
  '%': '\\%',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
}

/** A text as BibTeX takes it, in UTF-8: what TeX would read as a command is escaped, and it is one line. */
export const escapeBibtex = (text: string) =>
  text.replace(/[\\{}$&%#_~^]/gu, (character) => ESCAPED[character]!).replace(/\s+/gu, ' ')

/** An entry's key: the DOI without what a key cannot hold, with its slash as a hyphen. */
const keyOf = (doi: string) => doi.replaceAll('/', '-').replace(/[^a-z0-9.:_-]+/gu, '')

/**
 * Entries of a BibTeX file. Titles have a second pair of braces, so that styles keep their case; a DOI has no braces and is
 * taken literally, as it is part of an address. Keys of DOIs that differ only
 * in characters that a key cannot hold are numbered.
 */
export function bibtexEntries(): (publication: BibtexEntry) => string {
  const used = new Map<string, number>()
  return ({ doi, title, year, pieces }) => {
    const key = keyOf(doi)
    const count = (used.get(key) ?? 0) + 1
    used.set(key, count)
    return [
      `@article{${count === 1 ? key : `${key}:${count}`},`,
      `  title = {{${escapeBibtex(title)}}},`,
      `  year = {${year}},`,
      `  doi = {${doi}},`,
      `  note = {Samples: ${escapeBibtex(pieces.join(', '))}}`,
      '}\n\n',
    ].join('\n')
  }
}
