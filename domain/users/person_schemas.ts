import { z } from 'zod'
import { EMAIL_PATTERN, mustBeSent, singleLine } from '../input_schemas.ts'
import { REQUIRED } from '../text.ts'

export const NAME_LENGTH = 50
export const ADDRESS_LENGTH = 200

interface Wording {
  required: string
  email: string
}

/** Messages of the Notice of Intent; the profile and the user form have their own (part 2 and 3, section 5). */
const NOTICE_WORDING: Wording = {
  required: REQUIRED,
  email: 'Only email address can be inputted in this form.',
}

export const personSchema = ({ required, email }: Wording = NOTICE_WORDING) => ({
  first_name: singleLine({ max: NAME_LENGTH, required }),
  middle_name: mustBeSent(singleLine({ max: NAME_LENGTH })),
  last_name: singleLine({ max: NAME_LENGTH, required }),
  suffix: mustBeSent(singleLine({ max: NAME_LENGTH })),
  email: singleLine({ max: ADDRESS_LENGTH, required }).refine((text) => EMAIL_PATTERN.test(text), email),
  affiliation: singleLine({ max: ADDRESS_LENGTH, required }),
})

export const PersonInput = z.object(personSchema())
export type PersonInput = z.infer<typeof PersonInput>

export const Person = z.object({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  suffix: z.string(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
})
export type Person = z.infer<typeof Person>

export const Collaborator = Person.extend({ id: z.number() })
export type Collaborator = z.infer<typeof Collaborator>
