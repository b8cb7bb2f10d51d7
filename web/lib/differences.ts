import { inWords } from './in_words.ts'

/** Whose a field is to be: what was typed here, or what somebody else saved meanwhile. */
export type Side = 'mine' | 'theirs'

/** A field that was typed and saved differently, in words. */
export interface Difference {
  field: string
  mine: string
  theirs: string
  /** Who changed it since the form was opened; null when it is not known how it was then. */
  by: Side | 'both' | null
}

/** The words for fields that hold ids or codes. */
export type Words<Values> = { [N in keyof Values]?: (value: Values[N], values: Values) => string }

/** Fields that go with another and are not chosen for themselves. */
export type Together<Values> = { [N in keyof Values]?: readonly (keyof Values)[] }

/** The fields, but the version, that read differently in two states of a form. */
export function differencesOf<Values extends object>(
  base: Values | null,
  mine: Values,
  theirs: Values,
  words: Words<Values> = {},
  together: Together<Values> = {},
): Difference[] {
  const told = (field: keyof Values, values: Values) => (words[field] ?? inWords)(values[field], values)
  const aside = new Set<unknown>(['version', ...Object.values(together).flat()])
  const names = Object.keys(theirs) as (keyof Values & string)[]
  return names.flatMap((field) => {
    const [own, other] = [told(field, mine), told(field, theirs)]
    if (aside.has(field) || own === other) return []
    const was = base && told(field, base)
    const by = was === null ? null : was === own ? 'theirs' : was === other ? 'mine' : 'both'
    return [{ field, mine: own, theirs: other, by }]
  })
}

/** The side that is offered first: theirs only where nothing was typed. */
export const offered = ({ by }: Difference): Side => (by === 'theirs' ? 'theirs' : 'mine')

/** What is typed, with their version, and with those of their fields that are chosen. */
export function chosenOf<Values extends object>(
  mine: Values,
  theirs: Values,
  differences: readonly Difference[],
  sides: Readonly<Record<string, Side>>,
  together: Together<Values> = {},
): Values {
  const taken = differences.filter((one) => (sides[one.field] ?? offered(one)) === 'theirs')
  if (taken.length === differences.length && taken.length > 0) return theirs
  const names = taken.flatMap(({ field }) => [field, ...(together[field as keyof Values] ?? [])])
  const fields = new Set<unknown>(['version', ...names])
  return { ...mine, ...Object.fromEntries(Object.entries(theirs).filter(([field]) => fields.has(field))) }
}

/** Two texts as what they begin with alike, what differs, and what they end with alike; cut between words. */
export function partsOf(mine: string, theirs: string) {
  const [a, b] = [piecesOf(mine), piecesOf(theirs)]
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start += 1
  let end = 0
  while (end < most - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  const cut = (pieces: readonly string[]) => ({
    before: pieces.slice(0, start).join(''),
    differs: pieces.slice(start, pieces.length - end).join(''),
    after: pieces.slice(pieces.length - end).join(''),
  })
  return { mine: cut(a), theirs: cut(b) }
}

/** Words and the spaces between them. */
const piecesOf = (text: string) => text.split(/(\s+)/u).filter((piece) => piece !== '')
