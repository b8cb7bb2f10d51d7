/** The value of a cell, or the reason why it is invalid. */
export type Cell<T> = { value: T } | { why: string }

const MAX_FIGURE = 1_000_000

export const quoteCell = (text: string) =>
  `“${[...text].slice(0, 40).join('')}${text.length > 40 ? '…' : ''}”`

const FORMULA = /^[=+\-@＝＋－＠]/u

/** Text of at most `max` characters; `lines` allows line breaks. */
export const readText =
  (max: number, lines = false) =>
  (text: string): Cell<string> => {
    if (!lines && /[\p{Cc}\u2028\u2029]/u.test(text)) return { why: 'the text must be on one line.' }
    return [...text].length > max ? { why: `at most ${max} characters can be kept.` } : { value: text }
  }

/** A required name on one line that no spreadsheet takes for a formula. */
export const readName =
  (max: number) =>
  (text: string): Cell<string> => {
    if (text === '') return { why: 'this field is required.' }
    if (FORMULA.test(text))
      return {
        why: 'a name cannot begin with =, +, - or @, for a spreadsheet would take it for a formula.',
      }
    return readText(max)(text)
  }

export const labelList = (labels: Record<number, string>) => Object.values(labels).join(', ')

/** One of a closed list, by label (in any case) or code. */
export const readChoice =
  <C extends number>(labels: Record<C, string>) =>
  (text: string): Cell<C> => {
    const entry = Object.entries<string>(labels).find(
      ([code, label]) => code === text || label.toLowerCase() === text.toLowerCase(),
    )
    return entry
      ? { value: Number(entry[0]) as C }
      : { why: `${quoteCell(text)} is none of ${labelList(labels)}.` }
  }

/** The same, with null for an empty cell. */
export const readOptionalChoice = (labels: Record<number, string>) => {
  const read = readChoice(labels)
  return (text: string): Cell<number | null> => (text === '' ? { value: null } : read(text))
}

/** A number of 0 or more with a decimal point. With `times` it is multiplied and rounded to a whole number. */
export const readNumber =
  (times?: number) =>
  (text: string): Cell<number | null> => {
    if (text === '') return { value: null }
    if (/^\d+,\d+$/u.test(text))
      return { why: `${quoteCell(text)} has a comma; write it with a decimal point.` }
    if (!/^\d+(\.\d+)?(e[+-]?\d+)?$/iu.test(text))
      return { why: `${quoteCell(text)} is not a number of 0 or more.` }
    const figure = Number(text)
    if (figure > MAX_FIGURE) return { why: `${quoteCell(text)} is larger than any sample.` }
    return { value: times ? Math.round(figure * times) : figure }
  }

const YES = ['x', 'yes', 'true', '1']
const NO = ['', 'no', 'false', '0']
/** Yes or no; an empty cell means no. */
export const readFlag = (text: string): Cell<boolean> => {
  const answer = text.toLowerCase()
  if (YES.includes(answer)) return { value: true }
  return NO.includes(answer) ? { value: false } : { why: `${quoteCell(text)} is neither x nor empty.` }
}
