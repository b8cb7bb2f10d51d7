import { z } from 'zod'
import { EMAIL, line, prose, sent } from '../fields.ts'
import { id, version } from '../wire.ts'
import { REQUIRED, tooLong } from '../words.ts'

const LINE_LENGTH = 255
const CONTENT_LENGTH = 10_000
const DESTINATIONS = 10_000
const NO_EMAIL = 'This field have to be email format.'

const header = (required?: string) =>
  line({ max: LINE_LENGTH, long: tooLong(LINE_LENGTH, '.'), ...(required && { required }) })

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
  content: sent(prose({ max: CONTENT_LENGTH, long: tooLong(CONTENT_LENGTH, '.') })),
  /** Addresses between commas. */
  bcc: sent(
    header()
      .transform((text) => addressesIn(text).join(', '))
      .refine((text) => addressesIn(text).every((address) => EMAIL.test(address)), NO_EMAIL),
  ),
  reply_to_address: sent(header().refine((text) => text === '' || EMAIL.test(text), NO_EMAIL)),
  reply_to_name: sent(header()),
  /** The ids of the users it goes to, each once. */
  destinations: sent(
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
