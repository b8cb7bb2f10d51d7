/** Length in Unicode code points. */
export const length = (text: string) => [...text].length
/** Number of runs of characters that are not white space. */
export const countWords = (text: string) => text.match(/\S+/gu)?.length ?? 0

/** The first `count` words and an ellipsis when there are more. */
export function firstWords(text: string, count: number): string {
  const words: string[] = []
  for (const [word] of text.matchAll(/\S+/gu)) {
    if (words.length === count) return `${words.join(' ')}…`
    words.push(word)
  }
  return words.join(' ')
}

/** The first `max` items and the number of others: 'Ann, Bo and 10 others'. */
export function listNames(items: readonly string[], max: number): string {
  const shown = items.length === max + 1 ? items : items.slice(0, max)
  const rest = items.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} others`] : shown
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

export const REQUIRED = 'This field is required.'
export const tooLong = (max: number, stop = '') => `This form is limited in ${max} words${stop}`
export const tooManyWords = (max: number) => `Max ${max} words`

/** Whether a name was typed as asked; case and spaces do not matter. */
export const sameTyped = (typed: string, name: string) => plainTyped(typed) === plainTyped(name)
const plainTyped = (text: string) => text.replaceAll(/\s/gu, '').toUpperCase()
