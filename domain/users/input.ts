import { z } from 'zod'
import { version } from '../endpoint.ts'
import { checkbox, mustBeSent, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'
import { ADDRESS_LENGTH, personShape } from './person.ts'

const EMAIL_FORMAT = 'This field have to be email format.'
const NEEDED = 'This field is required'

/** The profile, in its own words (part 2, section 5). Another e-mail asks for the password; the token of a mailed link confirms it. */
export const ProfileInput = z.object({
  ...personShape({ required: REQUIRED, email: EMAIL_FORMAT }),
  version,
  password: z.string().max(1000).optional(),
  email_token: z.string().max(200).optional(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

const person = personShape({ required: NEEDED, email: EMAIL_FORMAT })

/** A user as the office writes one (part 3, section 5): the affiliation may be empty; a proposer stays one. */
const account = {
  first_name: person.first_name,
  middle_name: person.middle_name,
  last_name: person.last_name,
  suffix: person.suffix,
  email: person.email,
  affiliation: mustBeSent(singleLine({ max: ADDRESS_LENGTH })),
  is_administration_office: checkbox.optional(),
  /** Another name of is_administration_office. */
  is_admin: checkbox.optional(),
  is_panel: mustBeSent(checkbox),
  is_reviewer: mustBeSent(checkbox),
}

interface Office {
  is_administration_office?: boolean | undefined
  is_admin?: boolean | undefined
}

/** One of the two names of the office's role is there; both at once must agree. */
const named = ({ is_administration_office: long, is_admin: short }: Office) =>
  (long ?? short) !== undefined && (long === undefined || short === undefined || long === short)
const asOffice = <T extends Office>({ is_admin, is_administration_office, ...rest }: T) => ({
  ...rest,
  is_administration_office: is_administration_office ?? is_admin ?? false,
})
const NAMED = { path: ['is_administration_office'], error: NEEDED }

/** What the Add form sends; with `send_mail` a generated password is mailed. */
export const NewUserInput = z
  .object({ ...account, send_mail: checkbox.default(false) })
  .refine(named, NAMED)
  .transform(asOffice)
export type NewUserInput = z.output<typeof NewUserInput>

/** What the Edit form sends. */
export const UserInput = z
  .object({ ...account, disabled: mustBeSent(checkbox), version })
  .refine(named, NAMED)
  .transform(asOffice)
export type UserInput = z.output<typeof UserInput>
