import { asteroids, termLabel } from '../masters/values.ts'
import {
  CATALOGUE,
  type CatalogueColumn,
  type CatalogueField,
  type CatalogueRow,
  UNKNOWN_SAMPLE,
  whyNotSample,
} from './catalogue.ts'
import { quoteCell } from './import_cells.ts'

type Key = Pick<CatalogueRow, 'db_type' | 'name'>

/** The values of one line; a field without a column is absent and stays unchanged. */
export type ParsedLine = Key & Pick<CatalogueRow, 'sample_type'> & Partial<CatalogueRow>

/** The strongest use of a sample by a proposal, which forbids changing its type. */
export interface Tie {
  kind: 'requested' | 'assigned' | 'confirmed'
  proposal_id: number
  term_id: number
}
/** A catalogue entry with its strongest use, if any. */
export interface StoredSample extends CatalogueRow {
  id: number
  tie: Tie | null
  /** It has been lent: its amounts follow from the events of its piece. */
  in_custody: boolean
}

/** An invalid line: the name of its sample, and all reasons. */
export interface RejectedLine {
  name: string
  why: string
}

interface Change {
  field: CatalogueField
  before: CatalogueRow[CatalogueField]
  after: CatalogueRow[CatalogueField]
}

export type LineResult =
  | { kind: 'added'; line: number; row: CatalogueRow }
  | { kind: 'changed'; line: number; id: number; row: CatalogueRow; changes: Change[] }
  | { kind: 'unchanged'; line: number }
  | { kind: 'refused'; line: number; name: string; why: string }

const normalizeHeader = (header: string) => header.toLowerCase().replace(/\s+/gu, '')

/** The column of a header, by its title or field name, or undefined. */
const columnOf = (header: string) =>
  CATALOGUE.find((c) => normalizeHeader(c.header) === normalizeHeader(header)) ??
  CATALOGUE.find((c) => c.unit === '' && c.field === header)

/** Further columns of the downloaded sample list, which an import ignores. */
const IGNORED_COLUMNS = ['ID', 'Requested', 'Assigned', 'Confirmed']

/** The columns of a file by its header row, null for ignored ones; or the reason why the header is invalid. */
export function readHeader(head: readonly string[]): (CatalogueColumn | null)[] | string {
  const matches = head.map(
    (header) => columnOf(header) ?? (IGNORED_COLUMNS.includes(header) ? null : undefined),
  )
  const unknown = head.filter((_, i) => matches[i] === undefined)
  if (unknown.length > 0)
    return `${unknown.length > 1 ? 'The columns' : 'The column'} ${unknown.map(quoteCell).join(', ')} cannot be imported. These can: ${CATALOGUE.map(({ header }) => header).join(', ')}.`
  const columns = matches as (CatalogueColumn | null)[]
  const duplicate = columns.find((column, i) => column && columns.indexOf(column) !== i)
  if (duplicate) return `The column ${duplicate.header} appears twice.`
  const missing = CATALOGUE.filter((column) => column.required && !columns.includes(column))
  if (missing.length > 0)
    return `The column ${missing.map(({ header }) => header).join(', ')} is missing in the first line.`
  return columns
}

/** Trims a cell and removes the apostrophe that our own files put before formulas. */
const cleanCell = (cell: string) =>
  cell
    .replace(/\r\n?/gu, '\n')
    .trim()
    .replace(/^'(?=[=+\-@\t＝＋－＠])/gmu, '')

/** The asteroid and name of a line, unparsed. */
const sampleNameIn = (columns: readonly (CatalogueColumn | null)[], cells: readonly string[]) =>
  cells
    .filter((_, i) => columns[i]?.field === 'db_type' || columns[i]?.field === 'name')
    .map((cell) => [...cleanCell(cell)].slice(0, 60).join(''))
    .join(' ')

export function readLine(
  columns: readonly (CatalogueColumn | null)[],
  cells: readonly string[],
): ParsedLine | RejectedLine {
  const name = sampleNameIn(columns, cells)
  if (cells.length !== columns.length)
    return { name, why: `This line has ${cells.length} cells where the first line has ${columns.length}.` }
  const line: Record<string, unknown> = {}
  const reasons: string[] = []
  for (const [i, column] of columns.entries()) {
    if (!column) continue
    const cell = column.read(cleanCell(cells[i]!))
    if ('why' in cell) reasons.push(`${column.header}: ${cell.why}`)
    else line[column.field] = cell.value
  }
  return reasons.length > 0 ? { name, why: reasons.join(' ') } : (line as unknown as ParsedLine)
}

/** 'Ryugu A0042'. */
export const sampleTitle = ({ db_type, name }: Key) => `${asteroids[db_type]} ${name}`

const exactKey = ({ db_type, name }: Key) => `${db_type} ${name}`
const caselessKey = (key: Key) => exactKey(key).toLowerCase()

const TIE_TEXT = {
  requested: 'is requested by',
  assigned: 'is assigned to',
  confirmed: 'is confirmed for',
} as const

/** Why the type of a sample cannot be changed, or null. Asteroid and name identify it and never change. */
export const whyNotRetype = ({ name, tie }: StoredSample) =>
  tie &&
  `${name} ${TIE_TEXT[tie.kind]} proposal ${tie.proposal_id} of ${termLabel(tie.term_id)}: its type cannot be changed.`

/** Fields that follow from the events of a piece once the sample is one. */
const OF_THE_PIECE: readonly CatalogueField[] = ['weight', 'initial_weight', 'pressure', 'volume']

/** Why these fields of a sample cannot be changed, or null. */
const whyNotWeigh = ({ name, in_custody }: StoredSample, fields: readonly CatalogueField[]) =>
  in_custody && fields.some((field) => OF_THE_PIECE.includes(field))
    ? `${name} has been lent: its weight, pressure and volume follow from what is recorded on its piece.`
    : null

const rowOf = ({ id: _, tie: __, in_custody: ___, ...row }: StoredSample): CatalogueRow => row

/** Returns a function that compares the lines of a file with the catalogue; call it in file order to find duplicates. */
export function createLineClassifier(stored: readonly StoredSample[]) {
  const byExactKey = new Map(stored.map((sample) => [exactKey(sample), sample]))
  const byCaselessKey = new Map(stored.map((sample) => [caselessKey(sample), sample]))
  const lineOf = new Map<string, number>()
  const whyNot = (parsed: ParsedLine): string | null => {
    const earlier = lineOf.get(caselessKey(parsed))
    if (earlier !== undefined) return `${sampleTitle(parsed)} is already in line ${earlier}.`
    const other = byExactKey.has(exactKey(parsed)) ? undefined : byCaselessKey.get(caselessKey(parsed))
    return other ? `${sampleTitle(other)} is in the catalogue with a different spelling.` : null
  }
  return (line: number, parsed: ParsedLine): LineResult => {
    const refused = (why: string): LineResult => ({ kind: 'refused', line, name: sampleTitle(parsed), why })
    const why = whyNot(parsed)
    if (why) return refused(why)
    lineOf.set(caselessKey(parsed), line)
    const sample = byExactKey.get(exactKey(parsed))
    const row = { ...(sample ? rowOf(sample) : UNKNOWN_SAMPLE), ...parsed }
    const wrong = whyNotSample(row)
    if (wrong) return refused(wrong)
    if (!sample)
      return { kind: 'added', line, row: { ...row, initial_weight: row.initial_weight ?? row.weight } }
    const fields = Object.keys(parsed) as CatalogueField[]
    const changes = fields
      .filter((field) => parsed[field] !== sample[field])
      .map((field): Change => ({ field, before: sample[field], after: parsed[field]! }))
    if (changes.length === 0) return { kind: 'unchanged', line }
    const whyTied =
      (parsed.sample_type === sample.sample_type ? null : whyNotRetype(sample)) ??
      whyNotWeigh(
        sample,
        changes.map(({ field }) => field),
      )
    return whyTied ? refused(whyTied) : { kind: 'changed', line, id: sample.id, row, changes }
  }
}

const columnFor = (field: CatalogueField) => CATALOGUE.find((column) => column.field === field)!

export const fieldHeader = (field: CatalogueField) => columnFor(field).header
export const cellText = (field: CatalogueField, value: CatalogueRow[CatalogueField]): string =>
  columnFor(field).write(value)

export type Counts = Record<LineResult['kind'], number>

const samples = (count: number) => `${count} ${count === 1 ? 'sample' : 'samples'}`

/** Why a file may not be imported, or null. One rejected line rejects the whole file. */
export const whyNotImport = ({ refused }: Counts) =>
  refused === 0
    ? null
    : `Nothing was imported: ${refused === 1 ? 'one line is' : `${refused} lines are`} rejected. Correct the file and try again.`

/** What a file would do or, with `tense` 'done', has done. */
export function importSummary({ added, changed, unchanged, refused }: Counts, tense?: 'done'): string {
  if (added + changed + refused === 0)
    return `No changes: the catalogue already matches the file (${samples(unchanged)}).`
  if (tense === 'done') return `The file has been imported: ${samples(added)} added, ${changed} changed.`
  const summary = `${samples(added)} would be added, ${changed} changed, ${unchanged} left unchanged.`
  return refused === 0
    ? summary
    : `${summary} ${refused === 1 ? 'One line is' : `${refused} lines are`} rejected.`
}
