import { z } from 'zod'
import { id, version } from '../endpoint.ts'
import { EMAIL_PATTERN, multiLine, mustBeSent, singleLine } from '../input_schemas.ts'
import { REQUIRED, tooLong } from '../text.ts'

const LINE_LENGTH = 255
const CONTENT_LENGTH = 10_000
const DESTINATIONS = 10_000
const NO_EMAIL = 'This field have to be email format.'

const header = (required?: string) =>
  singleLine({ max: LINE_LENGTH, long: tooLong(LINE_LENGTH, '.'), ...(required && { required }) })

/** The addresses of a text, between commas. */
export const addressesIn = (text: string) =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

const destination = z.union([id, z.object({ id }).transform((user) => user.id)], 'This user does not exist.')

/** A new group mail. */
export const NewGroupMail = z.object({
  title: header(REQUIRED),
  content: mustBeSent(multiLine({ max: CONTENT_LENGTH, long: tooLong(CONTENT_LENGTH, '.') })),
  /** Addresses between commas. */
  bcc: mustBeSent(
    header()
      .transform((text) => addressesIn(text).join(', '))
      .refine((text) => addressesIn(text).every((address) => EMAIL_PATTERN.test(address)), NO_EMAIL),
  ),
  reply_to_address: mustBeSent(header().refine((text) => text === '' || EMAIL_PATTERN.test(text), NO_EMAIL)),
  reply_to_name: mustBeSent(header()),
  /** The ids of the users it goes to, each once. */
  destinations: mustBeSent(
    z
      .array(destination, 'This field must be a list of users.')
      .max(DESTINATIONS, `At most ${DESTINATIONS} destinations.`)
      .transform((ids) => [...new Set(ids)]),
  ),
})
export type NewGroupMail = z.output<typeof NewGroupMail>

/** A group mail as a form saves it. */
export const GroupMailInput = NewGroupMail.extend({ version })
export type GroupMailInput = z.output<typeof GroupMailInput>
