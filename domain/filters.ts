import { z } from 'zod'
import { paging } from './endpoint.ts'
import { wholeNumber } from './input_schemas.ts'

/** Text to find anywhere in a column; blank means no filter. */
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

const MIN_TIME = Date.parse('0001-01-01T00:00:00.000Z')
const MAX_TIME = Date.parse('9999-12-31T23:59:59.999Z')
/** ISO 8601 in UTC, limited to the years 1 to 9999, which the database can compare. */
const clampYear = (at: number) => new Date(Math.min(Math.max(at, MIN_TIME), MAX_TIME)).toISOString()

/** An instant, or a day, which means its beginning in UTC plus `daysLater` days; blank means no filter. */
const timeBound = (daysLater: number) =>
  z
    .union([
      z.literal('').transform(() => undefined),
      z.iso.datetime({ offset: true }).transform((text) => clampYear(Date.parse(text))),
      z.iso.date().transform((day) => clampYear(Date.parse(day) + daysLater * DAY_MS)),
    ])
    .optional()

/** Bounds of a time: from (inclusive) and to (exclusive). A day as upper bound includes the whole day. */
export const fromTime = timeBound(0)
export const toTime = timeBound(1)

/** A checkbox: true, false, 1 or 0; absent is undefined. */
export const yesNo = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']).transform((v) => v === 'true' || v === '1')])
  .optional()

const checkedCode = z.union([z.literal('').transform(() => null), wholeNumber(MAX_CODE)])

/** Checked codes of a group: absent means no filter, an empty value finds nothing. */
export const checkedCodes = z
  .union([z.array(checkedCode).max(50), checkedCode.transform((one) => [one])])
  .optional()
  .transform((values) => values?.filter((value) => value !== null))

/** Only the rows with these ids, for actions on selected rows; absent means no filter. */
export const rowIds = z
  .union([z.array(wholeNumber()).max(500), wholeNumber().transform((one) => [one])])
  .optional()

/** Filters and sort columns of a list of people. */
export const personFilters = { name: searchText, email: searchText, affiliation: searchText }
export const PERSON_SORTS = ['name', 'email', 'affiliation'] as const

/** One collaborator of the row must match all three. */
export const collaboratorFilters = {
  collaborator_name: searchText,
  collaborator_email: searchText,
  collaborator_affiliation: searchText,
}

/** The filter of a list whose rows belong to terms. */
export const termFilter = { term_id: idChoice }

/** The query of a list: filters, sort column (default: the list's own order) and page. */
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
