import { Readable } from 'node:stream'
import { setImmediate } from 'node:timers/promises'
import { type CsvError, parse } from 'csv-parse'
import { invalid } from '#domain/errors.ts'
import { type ParsedLine, type RejectedLine, readHeader, readLine } from '#domain/samples/import.ts'

const MAX_LINES = 20_000
/** Line breaks of the whole file, with those of empty lines and within cells. */
const MAX_LINE_BREAKS = 100_000
/** The part of a file that is read before other requests get their turn, in bytes. */
const CHUNK = 64 * 1024
const MAX_LINE_LENGTH = 100_000

export interface NumberedLine {
  line: number
  read: ParsedLine | RejectedLine
}

const invalidFile = (why: string) => invalid({ file: why })

const starts = (bytes: Uint8Array, ...signature: number[]) => signature.every((byte, i) => bytes[i] === byte)

/** Why bytes are not UTF-8 text, judged by signature and zero bytes, or null. */
function whyNotText(bytes: Uint8Array): string | null {
  if (bytes.length === 0) return 'The file is empty.'
  if (starts(bytes, 0x50, 0x4b, 3, 4) || starts(bytes, 0xd0, 0xcf, 0x11, 0xe0))
    return 'The file is a workbook, not CSV, whatever its name: save it as “CSV UTF-8” and import that.'
  if (starts(bytes, 0xff, 0xfe) || starts(bytes, 0xfe, 0xff))
    return 'The file is written in UTF-16: save it as “CSV UTF-8” and import that.'
  return bytes.includes(0) ? 'The file contains bytes that are not text: save it as “CSV UTF-8”.' : null
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

const tooManyLines = (max: number) => invalidFile(`The file has more than ${max} lines: import it in parts.`)

/** Throws 'invalid' unless a file is UTF-8 text of at most MAX_LINE_BREAKS lines. */
function requireText(bytes: Uint8Array) {
  const why = whyNotText(bytes)
  if (why) throw invalidFile(why)
  if (countLineBreaks(bytes, MAX_LINE_BREAKS + 1) > MAX_LINE_BREAKS) throw tooManyLines(MAX_LINE_BREAKS)
  try {
    utf8.decode(bytes)
  } catch {
    throw invalidFile(
      `The file is not UTF-8: line ${brokenLine(bytes)} contains a character in another encoding. Save it as “CSV UTF-8”.`,
    )
  }
}

const [LF, CR] = [10, 13]

/** How many line breaks there are, counted up to `max`. */
function countLineBreaks(bytes: Uint8Array, max: number): number {
  let count = 0
  for (let at = 0; at < bytes.length && count < max; at++)
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) count++
  return count
}

/** The number of the first line that is not UTF-8. */
function brokenLine(bytes: Uint8Array): number {
  let from = 0
  for (let line = 1; ; line++) {
    const next = bytes.indexOf(LF, from) + 1
    if (next === 0) return line
    try {
      utf8.decode(bytes.subarray(from, next))
    } catch {
      return line
    }
    from = next
  }
}

const REASONS: Partial<Record<CsvError['code'], string>> = {
  CSV_QUOTE_NOT_CLOSED: 'a quotation mark is opened and never closed',
  CSV_INVALID_CLOSING_QUOTE: 'something follows a closing quotation mark',
  INVALID_OPENING_QUOTE: 'a quotation mark is in the middle of a cell',
  CSV_MAX_RECORD_SIZE: 'a line is far too long',
}

/** Turns a parse error into an 'invalid' fault; other errors are returned unchanged. */
function toFault(error: unknown) {
  const { code, lines } = error as CsvError & { lines?: number }
  const reason = REASONS[code]
  return reason ? invalidFile(`The file cannot be read from line ${lines} on: ${reason}.`) : error
}

interface Parsed {
  record: string[]
  info: { lines: number }
}

const OTHER_SEPARATORS = { ';': 'semicolons', '\t': 'tabs' } as const

function whyNotHead(head: string[]): string | null {
  for (const [mark, words] of Object.entries(OTHER_SEPARATORS))
    if (head.length === 1 && head[0]!.includes(mark))
      return `The columns are separated by ${words}: save the file with commas between them.`
  return null
}

async function* chunksOf(bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += CHUNK) {
    yield bytes.subarray(at, at + CHUNK)
    await setImmediate()
  }
}

/** Parses a CSV file of samples. Throws 'invalid' when the file as a whole cannot be read. */
export async function readSampleFile(bytes: Uint8Array): Promise<NumberedLine[]> {
  requireText(bytes)
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    skip_records_with_empty_values: true,
    max_record_size: MAX_LINE_LENGTH,
  })
  const records: AsyncIterable<Parsed> = Readable.from(chunksOf(bytes)).pipe(parser)
  const lines: NumberedLine[] = []
  let columns: ReturnType<typeof readHeader> | null = null
  let lastLine = 0
  try {
    for await (const { record, info } of records) {
      // The number of a record is its first line; a cell may contain line breaks.
      const line = lastLine + 1
      lastLine = info.lines
      if (columns === null) {
        const head = record.map((cell) => cell.trim())
        columns = readHeader(head)
        const why = whyNotHead(head) ?? (typeof columns === 'string' ? columns : null)
        if (why) throw invalidFile(why)
      } else if (lines.length === MAX_LINES) throw tooManyLines(MAX_LINES)
      else lines.push({ line, read: readLine(columns as Exclude<typeof columns, string>, record) })
    }
  } catch (error) {
    throw toFault(error)
  }
  if (lines.length === 0) throw invalidFile('The file has no sample below its first line.')
  return lines
}
