/** Anything that is written like a placeholder: #name#. */
const LOOKS_LIKE_PLACEHOLDER = /#(\p{L}[\p{L}\p{N}_-]*)#/gu
/** The same, first where it has brackets of its own, with the space before them. */
const WITH_BRACKETS = / ?\(#(\p{L}[\p{L}\p{N}_-]*)#\)|#(\p{L}[\p{L}\p{N}_-]*)#/gu

/** The names of the placeholders in a text, in order, with repetitions. */
export const placeholdersIn = (text: string): string[] =>
  [...text.matchAll(LOOKS_LIKE_PLACEHOLDER)].map(([, name]) => name!)

export interface Segment {
  text: string
  /** The name of the placeholder that `text` is; null for other text. */
  placeholder: string | null
}

/** A text cut into placeholders and what is between them. */
export function segmentsOf(text: string): Segment[] {
  const segments: Segment[] = []
  let end = 0
  const addText = (until: number) => {
    if (until > end) segments.push({ text: text.slice(end, until), placeholder: null })
  }
  for (const match of text.matchAll(LOOKS_LIKE_PLACEHOLDER)) {
    addText(match.index)
    segments.push({ text: match[0], placeholder: match[1]! })
    end = match.index + match[0].length
  }
  addText(text.length)
  return segments
}

/** Number of letters to insert, delete, replace or swap with their neighbour (restricted Damerau-Levenshtein). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1]
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      row[j] = Math.min(
        rows[i - 1]![j]! + 1,
        row[j - 1]! + 1,
        rows[i - 1]![j - 1]! + (isSame ? 0 : 1),
        isSwap ? rows[i - 2]![j - 2]! + 1 : Number.POSITIVE_INFINITY,
      )
    }
    rows.push(row)
  }
  return rows[a.length]![b.length]!
}

/** The known placeholder that `name` was probably meant to be; null where none is near. */
export function nearestPlaceholder(name: string, known: readonly string[]): string | null {
  const distances = known.map((other) => ({
    other,
    distance: editDistance(name.toLowerCase(), other.toLowerCase()),
  }))
  const [nearest] = distances.sort((a, b) => a.distance - b.distance)
  return nearest && nearest.distance <= Math.max(1, name.length / 3) ? nearest.other : null
}

type Values = Readonly<Record<string, string>>

/** Fills one line. An empty value goes with the brackets around it; unknown names stay. */
const fillLine = (line: string, values: Values) =>
  line.replace(WITH_BRACKETS, (match: string, inBrackets?: string, alone?: string) => {
    const name = inBrackets ?? alone!
    if (!Object.hasOwn(values, name)) return match
    const value = values[name]!
    return inBrackets === undefined || value === '' ? value : `${match.slice(0, match.indexOf('#'))}${value})`
  })

/** The names in a line but for those that stand in brackets of their own. */
const namesOutsideBrackets = (line: string) =>
  placeholdersIn(line.replace(/\(#\p{L}[\p{L}\p{N}_-]*#\)/gu, ''))

/**
 * A text with its placeholders replaced, once: what looks like a placeholder within a value stays. An empty value takes its
 * line with it; one of `lists` its paragraph; and one in brackets of its own only the brackets.
 */
export function fillPlaceholders(text: string, values: Values, lists: readonly string[] = []): string {
  const isEmpty = (name: string) => values[name] === ''
  const paragraphs = text.split(/\n(?:[^\S\n]*\n)+/u).map((paragraph) =>
    placeholdersIn(paragraph).some((name) => lists.includes(name) && isEmpty(name))
      ? []
      : paragraph
          .split('\n')
          .filter((line) => !namesOutsideBrackets(line).some(isEmpty))
          .map((line) => fillLine(line, values)),
  )
  return paragraphs
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')
}
