import { defused, written } from './csv_cells.ts'

const [TAB, LINE_FEED, RETURN, QUOTE, COMMA] = [0x09, 0x0a, 0x0d, 0x22, 0x2c] as const
const [BACKSLASH, LETTER_N] = [0x5c, 0x6e] as const
/** What a byte is within a cell. */
const PLAIN = 0
/** The cell is quoted. */
const QUOTED = 1
/** The cell is looked at as text. */
const LOOKED_AT = 2
const END = 4
/** COPY writes something of the cell otherwise than it is: breaks, as a rule. */
const ESCAPING = 8

const kinds = (known: Record<string, number>) =>
  Uint8Array.from({ length: 256 }, (_, byte) => known[String.fromCharCode(byte)] ?? PLAIN)
/** The last is how U+2028 and U+2029 begin in UTF-8, and other signs. */
const WITHIN = kinds({
  ...{ '\t': END, '\n': END },
  ...{ ',': QUOTED, '\\': ESCAPING, '"': LOOKED_AT, '\xe2': LOOKED_AT },
})
/** What may be taken for a formula; the last is how the wide forms of the others begin. */
const AT_FIRST = kinds({
  ...{ '=': LOOKED_AT, '+': LOOKED_AT, '-': LOOKED_AT, '@': LOOKED_AT, '\xef': LOOKED_AT },
})

const ESCAPED: Record<string, string> = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', '\\': '\\' }

/** A cell read, and written as any other file's. */
function anew(copied: string, isText: boolean) {
  const cell = copied.replace(/\\(.)/gu, (_, letter: string) => ESCAPED[letter] ?? letter)
  return written(isText ? defused(cell) : cell)
}

/**
 * Writes a cell with breaks in quotation marks and says where it ends among the lines; 0 where it has more in it than
 * breaks, or one after which a formula may begin.
 */
function writeBroken(rows: Buffer, start: number, end: number, isText: boolean, lines: Buffer, at: number) {
  let to = at
  lines[to++] = QUOTE
  for (let from = start; from < end; from++) {
    if (rows[from] !== BACKSLASH) lines[to++] = rows[from]!
    else if (rows[++from] !== LETTER_N || (isText && AT_FIRST[rows[from + 1]!] !== PLAIN)) return 0
    else lines[to++] = LINE_FEED
  }
  lines[to++] = QUOTE
  return to
}

/** The most that a byte becomes: a cell of one quotation mark, with what ends it. */
const GROWTH = 3

/**
 * Turns rows that PostgreSQL copied out as text, with nothing for null, into lines of a CSV file: bytes in, bytes out. Most
 * cells stay as they are and are only moved; one that holds more than commas or breaks is read and written anew.
 * `isText` says of each column whether its cells are free text. Rows must be whole. The rows given are spent.
 */
export function csvOfCopied(isText: readonly boolean[]): (rows: Buffer) => Buffer {
  // One for all parts of a file: to let go of so much at each would make the collector of garbage pass through the whole heap.
  let lines = Buffer.alloc(0)
  return (rows) => {
    if (lines.length < rows.length * GROWTH) lines = Buffer.allocUnsafe(rows.length * GROWTH)
    return Buffer.from(lines.subarray(0, writeLines(rows, isText, lines)))
  }
}

/** Writes the lines, and says how many bytes they are. */
function writeLines(rows: Buffer, isText: readonly boolean[], lines: Buffer): number {
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
        const broken = looks & LOOKED_AT ? 0 : writeBroken(rows, start, end, isText[column]!, lines, length)
        length =
          broken || length + lines.write(anew(rows.toString('utf8', start, end), isText[column]!), length)
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
  return length
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
