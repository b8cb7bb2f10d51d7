import { applicantStatus } from '../applicants/status.ts'
import type { ObjectType } from '../audit_actions.ts'
import { asteroids, labelOf, termLabel } from '../masters/values.ts'
import { proposalStatus } from '../proposals/status.ts'
import { reportStatus } from '../reports/status.ts'
import { METHOD_NAMES } from '../session/second_factor.ts'
import { formatUtc } from '../terms/rules.ts'

/** A changed field as text; null where the entry has no value for it. */
export interface ShownChange {
  field: string
  before: string | null
  after: string | null
}

type Fields = Readonly<Record<string, unknown>>

/** Entries never contain these fields; this is a second line of defence. */
const SECRET = /password|token|secret|hash|file_key/iu
const MAX_ITEMS = 50
const MAX_LENGTH = 5000
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/u

const STATUS: Partial<Record<ObjectType, Record<number, string>>> = {
  applicant: applicantStatus.labels,
  proposal: proposalStatus.labels,
  report: reportStatus.labels,
}

/** Labels of coded fields, for every type of object. */
const LABELLED: Record<string, (code: number) => string | undefined> = {
  term_id: termLabel,
  db_type: (code) => (asteroids as Record<number, string>)[code],
  sample_type: (code) => labelOf('sample_type', code),
  early_career: (code) => labelOf('early_career_type', code),
  chamber: (code) => labelOf('ChamberList', code),
}

/** Display names of fields with internal text values. */
const NAMES: Record<string, Readonly<Record<string, string>>> = { second_factor: METHOD_NAMES }

/** A boolean stored as 1 or 0. */
const isFlag = (field: string) => /^(is|check)_/u.test(field)

/** 'science_score' becomes 'Science score'. */
const fieldLabel = (field: string) => {
  const text = field.replaceAll('_', ' ').trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

const entriesOf = (value: object) => Object.entries(value).filter(([key]) => !SECRET.test(key))

/** A value as text: labels for codes, one line per list item. */
function textOf(type: ObjectType, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '-'
  if (typeof value === 'boolean' || (isFlag(field) && typeof value === 'number')) return value ? 'yes' : 'no'
  if (typeof value === 'number')
    return (field === 'status' ? STATUS[type]?.[value] : LABELLED[field]?.(value)) ?? String(value)
  if (typeof value === 'string')
    return NAMES[field]?.[value] ?? (INSTANT.test(value) ? formatUtc(value) : value)
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

/** The changed fields of an entry as text. */
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
