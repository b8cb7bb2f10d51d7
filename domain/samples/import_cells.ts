// How the cells of a file are read: each kind of text is a value, or a reason why not.

/** What a cell says, or why it says nothing that can be kept. */
export type Cell<T> = { value: T } | { why: string }

const MAX_FIGURE = 1_000_000

/** A cell as a sentence quotes it. */
export const quoteCell = (text: string) =>
  `“${[...text].slice(0, 40).join('')}${text.length > 40 ? '…' : ''}”`

const FORMULA = /^[=+\-@＝＋－＠]/u

/** Text of at most so many characters; `lines` may be several. */
export const readText =
  (max: number, lines = false) =>
  (text: string): Cell<string> => {
    if (!lines && /[\p{Cc}\u2028\u2029]/u.test(text)) return { why: 'the text must stand on one line.' }
    return [...text].length > max ? { why: `at most ${max} characters can be kept.` } : { value: text }
  }

/** A name: there, on one line, and no formula to a spreadsheet. */
export const readName =
  (max: number) =>
  (text: string): Cell<string> => {
    if (text === '') return { why: 'this field is required.' }
    if (FORMULA.test(text))
      return {
        why: 'a name can not begin with =, +, - or @, for a spreadsheet would take it for a formula.',
      }
    return readText(max)(text)
  }

/** The labels of a closed list in words. */
export const labelList = (labels: Record<number, string>) => Object.values(labels).join(', ')

/** One of a closed list, by its label or its code. */
export const readChoice =
  <C extends number>(labels: Record<C, string>) =>
  (text: string): Cell<C> => {
    const found = Object.entries<string>(labels).find(
      ([code, label]) => code === text || label.toLowerCase() === text.toLowerCase(),
    )
    return found
      ? { value: Number(found[0]) as C }
      : { why: `${quoteCell(text)} is none of ${labelList(labels)}.` }
  }

/** The same where an empty cell is nothing known. */
export const readOptionalChoice = (labels: Record<number, string>) => {
  const read = readChoice(labels)
  return (text: string): Cell<number | null> => (text === '' ? { value: null } : read(text))
}

/** A figure of 0 or more, written with a decimal point and without thousands; kept `times` as large, whole then. */
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
/** A yes or a no; an empty cell is a no. */
export const readFlag = (text: string): Cell<boolean> => {
  const said = text.toLowerCase()
  if (YES.includes(said)) return { value: true }
  return NO.includes(said) ? { value: false } : { why: `${quoteCell(text)} is neither x nor empty.` }
}
