import { z } from 'zod'
import { REQUIRED } from '../fields.ts'
import { byId, everyone, fileAddress, get, Outcome, office, paged, post, put, staff } from '../wire.ts'
import { PersonInput, personShape } from './person.ts'

/** The profile's own words (part 2, section 5). */
export const ProfileInput = z.object(
  personShape({ required: REQUIRED, email: 'This field have to be email format.' }),
)

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
  myProfile: get('/api/myProfile', everyone, { reply: PersonInput }),
  saveMyProfile: put('/api/myProfile', ['proposer'], { body: ProfileInput, reply: Outcome }),
  list: get('/api/users', office, { reply: paged(z.unknown()) }),
  all: get('/api/users/all', staff, { reply: z.array(UserChoice) }),
  mailList: get('/api/users/download_mail_list', office, { reply: fileAddress }),
  get: get('/api/users/:id', office, { params: byId }),
  add: post('/api/users', office),
  save: put('/api/users/:id', office, { params: byId }),
  resetPassword: put('/api/users/reset_password/:id', office, { params: byId }),
  remove: put('/api/users/delete/:id', office, { params: byId }),
}
