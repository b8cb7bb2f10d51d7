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

/** What a line of a file says of a sample; a field that the file has no column for is absent and stays as it is. */
export type ParsedLine = Key & Pick<CatalogueRow, 'sample_type'> & Partial<CatalogueRow>

/** Why a sample can not become another: who asks for it by name, has it, or was promised it. */
export interface Tie {
  kind: 'requested' | 'assigned' | 'confirmed'
  proposal_id: number
  term_id: number
}
/** A sample of the catalogue, with what ties it. */
export interface StoredSample extends CatalogueRow {
  id: number
  tie: Tie | null
}

/** A line that can not be kept: what it calls its sample, and every reason why not. */
export interface RejectedLine {
  name: string
  why: string
}

interface Change {
  field: CatalogueField
  before: CatalogueRow[CatalogueField]
  after: CatalogueRow[CatalogueField]
}

/** What becomes of a line of a file. */
export type LineResult =
  | { kind: 'added'; line: number; row: CatalogueRow }
  | { kind: 'changed'; line: number; id: number; row: CatalogueRow; changes: Change[] }
  | { kind: 'unchanged'; line: number }
  | { kind: 'refused'; line: number; name: string; why: string }

const normalizeHeader = (header: string) => header.toLowerCase().replace(/\s+/gu, '')

/** The column that a header names, by its words or as the wire calls the field, or undefined. */
const columnOf = (header: string) =>
  CATALOGUE.find((c) => normalizeHeader(c.header) === normalizeHeader(header)) ??
  CATALOGUE.find((c) => c.unit === '' && c.field === header)

/** What the sample list's own file has besides, and an import passes over. */
const PASSED_OVER = ['ID', 'Requested', 'Assigned', 'Confirmed']

/** The columns of a file by the cells of its head, null where one is passed over; or why it can not be read. */
export function readHeader(head: readonly string[]): (CatalogueColumn | null)[] | string {
  const found = head.map((header) => columnOf(header) ?? (PASSED_OVER.includes(header) ? null : undefined))
  const unknown = head.filter((_, i) => found[i] === undefined)
  if (unknown.length > 0)
    return `${unknown.length > 1 ? 'The columns' : 'The column'} ${unknown.map(quoteCell).join(', ')} can not be imported. These can: ${CATALOGUE.map(({ header }) => header).join(', ')}.`
  const columns = found as (CatalogueColumn | null)[]
  const twice = columns.find((column, i) => column && columns.indexOf(column) !== i)
  if (twice) return `The column ${twice.header} stands there twice.`
  const missing = CATALOGUE.filter((column) => column.required && !columns.includes(column))
  if (missing.length > 0)
    return `The column ${missing.map(({ header }) => header).join(', ')} is missing in the first line.`
  return columns
}

/** A cell as it was meant: trimmed, without the apostrophe by which our own files keep it from being a formula. */
const cleanCell = (cell: string) =>
  cell
    .replace(/\r\n?/gu, '\n')
    .trim()
    .replace(/^'(?=[=+\-@\t＝＋－＠])/gmu, '')

/** What a line calls its sample, as it stands there. */
const sampleNameIn = (columns: readonly (CatalogueColumn | null)[], cells: readonly string[]) =>
  cells
    .filter((_, i) => columns[i]?.field === 'db_type' || columns[i]?.field === 'name')
    .map((cell) => [...cleanCell(cell)].slice(0, 60).join(''))
    .join(' ')

/** What a line says, or why it can not be kept. */
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

/** What a sample is called where both asteroids are meant: 'Ryugu A0042'. */
export const sampleTitle = ({ db_type, name }: Key) => `${asteroids[db_type]} ${name}`

const exact = ({ db_type, name }: Key) => `${db_type} ${name}`
const loose = (key: Key) => exact(key).toLowerCase()

const TIED = {
  requested: 'is asked for by',
  assigned: 'is assigned to',
  confirmed: 'is confirmed for',
} as const

/** Why a sample can not become one of another type, or null. Its asteroid and name are what it is known by. */
export const whyNotRetype = ({ name, tie }: StoredSample) =>
  tie &&
  `${name} ${TIED[tie.kind]} proposal ${tie.proposal_id} of ${termLabel(tie.term_id)}: its type can not be changed.`

const rowOf = ({ id: _, tie: __, ...row }: StoredSample): CatalogueRow => row

/** Judges the lines of a file against the catalogue, one after the other. */
export function createLineClassifier(stored: readonly StoredSample[]) {
  const known = new Map(stored.map((sample) => [exact(sample), sample]))
  const alike = new Map(stored.map((sample) => [loose(sample), sample]))
  const seen = new Map<string, number>()
  const whyNot = (read: ParsedLine): string | null => {
    const before = seen.get(loose(read))
    if (before !== undefined) return `${sampleTitle(read)} stands in line ${before} already.`
    const other = known.has(exact(read)) ? undefined : alike.get(loose(read))
    return other ? `${sampleTitle(other)} is in the catalogue, written otherwise.` : null
  }
  return (line: number, read: ParsedLine): LineResult => {
    const refused = (why: string): LineResult => ({ kind: 'refused', line, name: sampleTitle(read), why })
    const why = whyNot(read)
    if (why) return refused(why)
    seen.set(loose(read), line)
    const sample = known.get(exact(read))
    const row = { ...(sample ? rowOf(sample) : UNKNOWN_SAMPLE), ...read }
    const wrong = whyNotSample(row)
    if (wrong) return refused(wrong)
    if (!sample) return { kind: 'added', line, row }
    const fields = Object.keys(read) as CatalogueField[]
    const changes = fields
      .filter((field) => read[field] !== sample[field])
      .map((field): Change => ({ field, before: sample[field], after: read[field]! }))
    if (changes.length === 0) return { kind: 'unchanged', line }
    const tied = read.sample_type === sample.sample_type ? null : whyNotRetype(sample)
    return tied ? refused(tied) : { kind: 'changed', line, id: sample.id, row, changes }
  }
}

const columnFor = (field: CatalogueField) => CATALOGUE.find((column) => column.field === field)!

/** A field of the catalogue as a file calls it, and as a file writes its value. */
export const fieldHeader = (field: CatalogueField) => columnFor(field).header
export const cellText = (field: CatalogueField, value: CatalogueRow[CatalogueField]): string =>
  columnFor(field).write(value)

export type Counts = Record<LineResult['kind'], number>

const samples = (count: number) => `${count} ${count === 1 ? 'sample' : 'samples'}`

/** Why a file may not be imported, or null: all of it goes in, or nothing. */
export const whyNotImport = ({ refused }: Counts) =>
  refused === 0
    ? null
    : `Nothing was imported: ${refused === 1 ? 'one line is' : `${refused} lines are`} refused. Correct the file and try again.`

/** What a file would do, or has done, in a sentence. */
export function importSummary({ added, changed, unchanged, refused }: Counts, tense?: 'done'): string {
  if (added + changed + refused === 0)
    return `Nothing changes: the catalogue is as the file says (${samples(unchanged)}).`
  if (tense === 'done') return `The file has been imported: ${samples(added)} added, ${changed} changed.`
  const told = `${samples(added)} would be added, ${changed} changed, ${unchanged} left unchanged.`
  return refused === 0 ? told : `${told} ${refused === 1 ? 'One line is' : `${refused} lines are`} refused.`
}
