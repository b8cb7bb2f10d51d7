import { z } from 'zod'
import { version } from '../endpoint.ts'
import { checkbox, multiLine, mustBeSent, singleLine } from '../input_schemas.ts'
import { listOf } from '../masters/values.ts'
import { REQUIRED, tooLong } from '../text.ts'

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
  title: singleLine({ max: TITLE_LENGTH, required: REQUIRED, long: tooLong(TITLE_LENGTH, '.') }),
  target,
  content: mustBeSent(multiLine({ max: CONTENT_LENGTH, long: tooLong(CONTENT_LENGTH, '.') })),
  url: mustBeSent(
    singleLine({ max: URL_LENGTH, long: tooLong(URL_LENGTH, '.') }).refine(
      (text) => text === '' || isWebAddress(text),
      NO_URL,
    ),
  ),
}

/** A new announcement: not published and of today, unless it says otherwise. */
export const NewInformation = z.object({
  ...told,
  date: date.optional().transform((text) => text ?? undefined),
  published: checkbox.default(false),
})
export type NewInformation = z.output<typeof NewInformation>

/** An announcement as a form saves it. */
export const InformationInput = z.object({
  ...told,
  date: mustBeSent(date),
  published: mustBeSent(checkbox),
  version,
})
export type InformationInput = z.output<typeof InformationInput>
