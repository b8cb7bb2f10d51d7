import { z } from 'zod'
import { everyone, office } from '../access.ts'
import { bit, byId, day, get, instant, Outcome, post, put, Saved, version } from '../endpoint.ts'
import { checkbox, multiLine, mustBeSent, singleLine } from '../input_schemas.ts'
import { listOf } from '../masters/values.ts'
import { REQUIRED, tooLong } from '../text.ts'

const TITLE_LENGTH = 100
const CONTENT_LENGTH = 5000
const URL_LENGTH = 200
const INVALID_URL = 'Only url can be input in this form.'
const INVALID_DATE = 'This field must be a date.'
const UNKNOWN_CHOICE = 'This choice does not exist.'

/** A complete web address. A check constraint of the database has the same condition. */
const isWebAddress = (text: string) => /^https?:\/\/\S+$/iu.test(text) && URL.canParse(text)

const targets = listOf('information_target_list').map(({ id }) => id)
const targetSchema = z
  .union([z.number(), z.string()], REQUIRED)
  .refine((text) => text !== '', { error: REQUIRED, abort: true })
  .transform(Number)
  .refine((id) => targets.includes(id), UNKNOWN_CHOICE)

/** A date; '' and null mean none. */
const dateSchema = z
  .union([z.literal('').transform(() => null), z.null(), z.iso.date(INVALID_DATE)], INVALID_DATE)
  .refine((text) => text === null || text >= '1900-01-01', INVALID_DATE)

const commonFields = {
  title: singleLine({ max: TITLE_LENGTH, required: REQUIRED, long: tooLong(TITLE_LENGTH, '.') }),
  target: targetSchema,
  content: mustBeSent(multiLine({ max: CONTENT_LENGTH, long: tooLong(CONTENT_LENGTH, '.') })),
  url: mustBeSent(
    singleLine({ max: URL_LENGTH, long: tooLong(URL_LENGTH, '.') }).refine(
      (text) => text === '' || isWebAddress(text),
      INVALID_URL,
    ),
  ),
}

/** A new announcement; by default dated today and not published. */
export const NewInformation = z.object({
  ...commonFields,
  date: dateSchema.optional().transform((text) => text ?? undefined),
  published: checkbox.default(false),
})
export type NewInformation = z.output<typeof NewInformation>

/** A saved announcement. */
export const InformationInput = z.object({
  ...commonFields,
  date: mustBeSent(dateSchema),
  published: mustBeSent(checkbox),
  version,
})
export type InformationInput = z.output<typeof InformationInput>

/** An announcement for its readers: with content it opens a page, otherwise `url` in a new tab. */
export const InformationItem = z.object({
  id: z.number(),
  title: z.string(),
  /** Null if the office cleared it; such announcements are listed last. */
  date: day.nullable(),
  content: z.string(),
  url: z.string(),
})
export type InformationItem = z.infer<typeof InformationItem>

/** An announcement for the office. */
export const Announcement = InformationItem.extend({
  target: z.number(),
  published: bit,
  version: z.number(),
  updated_at: instant,
})
export type Announcement = z.infer<typeof Announcement>

export const information = {
  mine: get('/api/myinformation', everyone, {
    summary: 'Lists the announcements for the caller.',
    reply: z.array(InformationItem),
  }),
  show: get('/api/information/show/:id', everyone, {
    summary: 'Shows an announcement to those it is for.',
    params: byId,
    reply: InformationItem,
  }),
  list: get('/api/information', office, {
    summary: 'Lists all announcements.',
    reply: z.array(Announcement),
    scope: 'read_lists',
  }),
  get: get('/api/information/:id', office, {
    summary: 'Shows an announcement for its form.',
    params: byId,
    reply: Announcement,
  }),
  add: post('/api/information', office, {
    summary: 'Adds an announcement.',
    body: NewInformation,
    reply: Outcome.extend({ id: z.number().optional() }),
  }),
  save: put('/api/information/:id', office, {
    summary: 'Saves an announcement.',
    params: byId,
    body: InformationInput,
    reply: Saved,
  }),
  remove: put('/api/information/delete/:id', office, {
    summary: 'Deletes an announcement.',
    params: byId,
    reply: Outcome,
  }),
}
