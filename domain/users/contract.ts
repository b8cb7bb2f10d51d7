import { z } from 'zod'
import { REQUIRED } from '../fields.ts'
import { flag, listFilter, PERSON_SORTS, person } from '../filters.ts'
import { byId, everyone, fileAddress, get, Outcome, office, paged, post, put, staff } from '../wire.ts'
import { Person, personShape } from './person.ts'

/** The profile, in its own words (part 2, section 5); with the token of a mailed link, the new e-mail is confirmed. */
export const ProfileInput = z.object({
  ...personShape({ required: REQUIRED, email: 'This field have to be email format.' }),
  email_token: z.string().max(200).optional(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

/** The own profile, as the Notice of Intent takes it over. */
export const Profile = Person.omit({ name: true })
export type Profile = z.infer<typeof Profile>

/** Users by text, by being disabled or not, and by any of the ticked roles. */
export const UserFilter = listFilter(
  {
    ...person,
    status: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['', 'all', 'active', 'disabled']))
      .default('all'),
    is_admin: flag,
    is_panel: flag,
    is_reviewer: flag,
    is_proposer: flag,
  },
  ['id', ...PERSON_SORTS],
)
export type UserFilter = z.output<typeof UserFilter>

/** A user as staff choose one: for destinations and lookups. */
export const UserChoice = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  is_administration_office: z.boolean(),
  is_panel: z.boolean(),
  is_reviewer: z.boolean(),
  is_proposer: z.boolean(),
  disabled: z.boolean(),
})

export const users = {
  myProfile: get('/api/myProfile', everyone, { reply: Profile }),
  saveMyProfile: put('/api/myProfile', ['proposer'], { body: ProfileInput, reply: Outcome }),
  list: get('/api/users', office, { reply: paged(z.unknown()) }),
  all: get('/api/users/all', staff, { reply: z.array(UserChoice) }),
  mailList: get('/api/users/download_mail_list', office, { query: UserFilter, reply: fileAddress }),
  get: get('/api/users/:id', office, { params: byId }),
  add: post('/api/users', office),
  save: put('/api/users/:id', office, { params: byId }),
  resetPassword: put('/api/users/reset_password/:id', office, { params: byId }),
  remove: put('/api/users/delete/:id', office, { params: byId }),
}
