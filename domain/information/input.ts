import { z } from 'zod'
import { line, prose, sent, tick } from '../fields.ts'
import { listOf } from '../masters/values.ts'
import { version } from '../wire.ts'
import { REQUIRED, tooLong } from '../words.ts'

const TITLE_LENGTH = 100
const CONTENT_LENGTH = 5000
const URL_LENGTH = 200
const NO_URL = 'Only url can be input in this form.'
const NO_DATE = 'This field must be a date.'
const UNKNOWN = 'This choice does not exist.'

/** An address of a web page, complete; the database has the same condition on it. */
const isWebAddress = (text: string) => /^https?:\/\/\S+$/iu.test(text) && URL.canParse(text)

const targets = listOf('information_target_list').map(({ id }) => id)
const target = z
  .union([z.number(), z.string()], REQUIRED)
  .refine((text) => text !== '', { error: REQUIRED, abort: true })
  .transform(Number)
  .refine((id) => targets.includes(id), UNKNOWN)

/** A date, or null for none; an empty text is none. */
const date = z
  .union([z.literal('').transform(() => null), z.null(), z.iso.date(NO_DATE)], NO_DATE)
  .refine((text) => text === null || text >= '1900-01-01', NO_DATE)

const told = {
  title: line({ max: TITLE_LENGTH, required: REQUIRED, long: tooLong(TITLE_LENGTH, '.') }),
  target,
  content: sent(prose({ max: CONTENT_LENGTH, long: tooLong(CONTENT_LENGTH, '.') })),
  url: sent(
    line({ max: URL_LENGTH, long: tooLong(URL_LENGTH, '.') }).refine(
      (text) => text === '' || isWebAddress(text),
      NO_URL,
    ),
  ),
}

/** A new announcement: not published and of today, unless it says otherwise. */
export const NewInformation = z.object({
  ...told,
  date: date.optional().transform((text) => text ?? undefined),
  published: tick.default(false),
})
export type NewInformation = z.output<typeof NewInformation>

/** An announcement as a form saves it. */
export const InformationInput = z.object({
  ...told,
  date: sent(date),
  published: sent(tick),
  version,
})
export type InformationInput = z.output<typeof InformationInput>
