import { defused, written } from './csv_cells.ts'

const [TAB, LINE_FEED, RETURN, QUOTE, COMMA] = [0x09, 0x0a, 0x0d, 0x22, 0x2c] as const
/** What a byte is within a cell. */
const PLAIN = 0
/** The cell is quoted. */
const QUOTED = 1
/** The cell is looked at as text. */
const LOOKED_AT = 2
const END = 4

const kinds = (known: Record<string, number>) =>
  Uint8Array.from({ length: 256 }, (_, byte) => known[String.fromCharCode(byte)] ?? PLAIN)
/** The last is how U+2028 and U+2029 begin in UTF-8, and other signs. */
const WITHIN = kinds({
  ...{ '\t': END, '\n': END },
  ...{ ',': QUOTED, '"': LOOKED_AT, '\\': LOOKED_AT, '\xe2': LOOKED_AT },
})
/** What may be taken for a formula; the last is how the wide forms of the others begin. */
const AT_FIRST = kinds({
  ...{ '=': LOOKED_AT, '+': LOOKED_AT, '-': LOOKED_AT, '@': LOOKED_AT, '\xef': LOOKED_AT },
})

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' }
const meant = (copied: string) => copied.replace(/\\(.)/gu, (_, letter: string) => ESCAPED[letter] ?? letter)

/** The most that a byte becomes: a cell of one quotation mark, with what ends it. */
const GROWTH = 3

/**
 * Turns rows that PostgreSQL copied out as text, with nothing for null, into lines of a CSV file: bytes in, bytes out. Most
 * cells stay as they are and are only moved; one that holds more than a comma is read and written as any other file's.
 * `isText` says of each column whether its cells are free text. Rows must be whole. The rows given are spent.
 */
export function csvOfCopied(rows: Buffer, isText: readonly boolean[]): Buffer {
  const lines = Buffer.allocUnsafe(rows.length * GROWTH)
  let [length, moved, column, start] = [0, 0, 0, 0]
  const moveTo = (end: number) => {
    length += rows.copy(lines, length, moved, end)
    moved = end
  }
  while (start < rows.length) {
    let looks = isText[column] ? AT_FIRST[rows[start]!]! : PLAIN
    let end = start
    for (let kind = WITHIN[rows[end]!]!; kind !== END; kind = WITHIN[rows[++end]!]!) looks |= kind
    if (looks !== PLAIN) {
      moveTo(start)
      if (looks === QUOTED) {
        lines[length++] = QUOTE
        moveTo(end)
        lines[length++] = QUOTE
      } else {
        const cell = meant(rows.toString('utf8', start, end))
        length += lines.write(written(isText[column] ? defused(cell) : cell), length)
        moved = end
      }
    }
    if (rows[end] === TAB) {
      rows[end] = COMMA
      column++
    } else {
      moveTo(end)
      lines[length++] = RETURN
      column = 0
    }
    start = end + 1
  }
  moveTo(start)
  return lines.subarray(0, length)
}

/** The whole rows of what comes in parts of any size, in parts of at least so many bytes, but the last. */
export async function* wholeRows(parts: AsyncIterable<Buffer>, least: number): AsyncGenerator<Buffer> {
  let come: Buffer[] = []
  let length = 0
  for await (const part of parts) {
    come.push(part)
    length += part.length
    const end = part.lastIndexOf(LINE_FEED) + 1
    if (length < least || end === 0) continue
    const rest = part.subarray(end)
    yield Buffer.concat(come, length - rest.length)
    come = [rest]
    length = rest.length
  }
  if (length > 0) yield Buffer.concat(come)
}
