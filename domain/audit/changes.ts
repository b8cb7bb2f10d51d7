import { applicantStatus } from '../applicants/status.ts'
import type { ObjectType } from '../audit_actions.ts'
import { asteroids, labelOf, termLabel } from '../masters/values.ts'
import { proposalStatus } from '../proposals/status.ts'
import { reportStatus } from '../reports/status.ts'
import { METHOD_NAMES } from '../session/second_factor.ts'
import { utc } from '../terms/rules.ts'

/** A field that an entry tells of, in words; null where the entry does not say what was there. */
export interface ShownChange {
  field: string
  before: string | null
  after: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** No entry holds these; should one ever, nobody reads it. */
const SECRET = /password|token|secret|hash|file_key/iu
const MAX_ITEMS = 50
const MAX_LENGTH = 5000
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u

const STATUS: Partial<Record<ObjectType, Record<number, string>>> = {
  applicant: applicantStatus.labels,
  proposal: proposalStatus.labels,
  report: reportStatus.labels,
}

/** Fields whose codes have labels, whatever they are fields of. */
const LABELLED: Record<string, (code: number) => string | undefined> = {
  term_id: termLabel,
  db_type: (code) => (asteroids as Record<number, string>)[code],
  sample_type: (code) => labelOf('sample_type', code),
  early_career: (code) => labelOf('early_career_type', code),
  chamber: (code) => labelOf('ChamberList', code),
}

/** Fields whose words are the system's own, by what people call them. */
const NAMES: Record<string, Readonly<Record<string, string>>> = { second_factor: METHOD_NAMES }

/** A yes or no that is kept as 1 or 0. */
const isFlag = (field: string) => /^(is|check)_/u.test(field)

/** A field's name in words: 'science_score' is 'Science score'. */
const fieldLabel = (field: string) => {
  const text = field.replaceAll('_', ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const entriesOf = (value: object) => Object.entries(value).filter(([key]) => !SECRET.test(key))

/** A value as a person reads it: codes by their labels, a list with an item a line. */
function textOf(type: ObjectType, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean' || (isFlag(field) && typeof value === 'number')) return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return (field === 'status' ? STATUS[type]?.[value] : LABELLED[field]?.(value)) ?? String(value)
  if (typeof value === 'string') return NAMES[field]?.[value] ?? (INSTANT.test(value) ? utc(value) : value)
  if (Array.isArray(value)) return listText(value.map((item) => textOf(type, field, item)))
  return entriesOf(value)
    .filter(([, one]) => one !== null && one !== '')
    .map(([key, one]) => `${fieldLabel(key)}: ${textOf(type, key, one)}`)
    .join(', ')
}

function listText(items: string[]): string {
  if (items.length === 0) return '-'
  const more = items.length - MAX_ITEMS
  return [...items.slice(0, MAX_ITEMS), ...(more > 0 ? [`and ${more} more`] : [])].join('\n')
}

const truncate = (text: string) => (text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text)

/** What an entry on an object of this type says of each field that it tells of. */
export function changesOf(type: ObjectType, before: Fields | null, after: Fields | null): ShownChange[] {
  const fields = new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])
  const side = (from: Fields | null, field: string) =>
    from && field in from ? truncate(textOf(type, field, from[field])) : null
  return [...fields]
    .filter((field) => !SECRET.test(field))
    .map((field) => ({
      field: fieldLabel(field),
      before: side(before, field),
      after: side(after, field),
    }))
    .filter((change) => change.before !== change.after)
}
