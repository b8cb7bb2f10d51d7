import { z } from 'zod'
import { paging } from './endpoint.ts'
import { wholeNumber } from './input_schemas.ts'

/** Free text to find anywhere in a column; blank finds everything. */
export const searchText = z
  .string()
  .max(200)
  .refine((text) => !text.includes('\0'))
  .trim()
  .nullish()
  .transform((text) => text ?? '')

const MAX_CODE = 32_767

const optional = <N extends z.ZodType<number>>(number: N) =>
  z.union([z.literal(['', null]).transform(() => undefined), number]).optional()

/** An id chosen from a select; blank means all. */
export const idChoice = optional(wholeNumber())

/** An id of a closed list chosen from a select; blank means all. */
export const codeChoice = optional(wholeNumber(MAX_CODE))

/** A word of a closed list chosen from a select; blank means all. */
export const wordChoice = <const W extends string>(words: readonly W[]) =>
  z.union([z.literal('').transform(() => undefined), z.literal(words)]).optional()

const DAY_MS = 24 * 60 * 60 * 1000

const FIRST = Date.parse('0001-01-01T00:00:00.000Z')
const LAST = Date.parse('9999-12-31T23:59:59.999Z')
/** As ISO 8601 in UTC; what lies beyond the years that can be kept is the first or the last of them. */
const clampYear = (at: number) => new Date(Math.min(Math.max(at, FIRST), LAST)).toISOString()

/** A moment, or the beginning of a day in UTC some days on; blank means any. */
const moment = (daysOn: number) =>
  z
    .union([
      z.literal('').transform(() => undefined),
      z.iso.datetime({ offset: true }).transform((text) => clampYear(Date.parse(text))),
      z.iso.date().transform((day) => clampYear(Date.parse(day) + daysOn * DAY_MS)),
    ])
    .optional()

/** The moment from which on rows are found, and the one before which they are; a day is meant as a whole. */
export const fromTime = moment(0)
export const toTime = moment(1)

/** A tick that stands alone or in a group: true, false, 1 or 0; absent is undefined. */
export const yesNo = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')])
  .optional()

const checkedCode = z.union([z.literal('').transform(() => null), wholeNumber(MAX_CODE)])

/** A group of ticked numbers: absent does not filter, sent with nothing ticked finds nothing. */
export const checkedCodes = z
  .union([z.array(checkedCode).max(50), checkedCode.transform((one) => [one])])
  .optional()
  .transform((values) => values?.filter((value) => value !== null))

/** The rows of these ids alone, for what is done to ticked ones; absent does not filter. */
export const rowIds = z
  .union([z.array(wholeNumber()).max(500), wholeNumber().transform((one) => [one])])
  .optional()

/** The filters of a list of people, and what such a list can be sorted by. */
export const personFilters = { name: searchText, email: searchText, affiliation: searchText }
export const PERSON_SORTS = ['name', 'email', 'affiliation'] as const

/** The filters by collaborator: one of the row's collaborators fits all three. */
export const collaboratorFilters = {
  collaborator_name: searchText,
  collaborator_email: searchText,
  collaborator_affiliation: searchText,
}

/** The filter of a list whose rows belong to terms. */
export const termFilter = { term_id: idChoice }

/** The query of a list: its filters, the columns it can be sorted by (its own order when not said), and the page. */
export const listFilter = <S extends z.ZodRawShape, const C extends readonly [string, ...string[]]>(
  shape: S,
  sorts: C,
) =>
  z.object({
    ...shape,
    sort: z.enum(sorts).optional(),
    dir: z.enum(['asc', 'desc']).default('asc'),
    ...paging,
  })
