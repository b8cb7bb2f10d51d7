import { z } from 'zod'
import { everyone, office, staff } from '../access.ts'
import { byId, fileAddress, get, Outcome, paged, post, put, Saved } from '../endpoint.ts'
import { idChoice, listFilter, PERSON_SORTS, personFilters, rowIds, yesNo } from '../filters.ts'
import { NewUserInput, ProfileInput, UserInput } from './input.ts'
import { Person } from './person.ts'
import { UserChoice, UserDetail, UserRow } from './user.ts'

/** The own profile, as the Notice of Intent takes it over. */
export const Profile = Person.omit({ name: true }).extend({ version: z.number() })
export type Profile = z.infer<typeof Profile>

/** Users by text, by being disabled or not, and by any of the ticked roles. */
export const UserFilter = listFilter(
  {
    ids: rowIds,
    ...personFilters,
    status: z
      .string()
      .toLowerCase()
      .pipe(z.enum(['', 'all', 'active', 'disabled']))
      .default('all'),
    is_admin: yesNo,
    is_panel: yesNo,
    is_reviewer: yesNo,
    is_proposer: yesNo,
  },
  ['id', ...PERSON_SORTS],
)
export type UserFilter = z.output<typeof UserFilter>

/** Which users of a term a group mail is for. */
export const USER_GROUPS = {
  proposers: 'Proposers (proposal submitted)',
  with_samples: 'Proposers with confirmed samples',
  without_samples: 'Proposers without confirmed samples',
  collaborators: 'Collaborators (registered users)',
  owing_reviewers: 'Reviewers who owe a report',
} as const
export type UserGroup = keyof typeof USER_GROUPS

/** Everybody, or a group of a term; without a term, of all. */
export const ChoiceFilter = z.object({
  group: z.enum(Object.keys(USER_GROUPS) as [UserGroup, ...UserGroup[]]).optional(),
  term_id: idChoice,
})
export type ChoiceFilter = z.output<typeof ChoiceFilter>

export const users = {
  myProfile: get('/api/myProfile', everyone, { reply: Profile }),
  saveMyProfile: put('/api/myProfile', ['proposer'], {
    body: ProfileInput,
    reply: Saved,
    mails: ['email_confirmation', 'email_change_asked', 'email_change', 'address_change'],
  }),
  list: get('/api/users', office, { query: UserFilter, reply: paged(UserRow) }),
  all: get('/api/users/all', staff, { query: ChoiceFilter, reply: z.array(UserChoice) }),
  mailList: get('/api/users/download_mail_list', office, { query: UserFilter, reply: fileAddress }),
  get: get('/api/users/:id', office, { params: byId, reply: UserDetail }),
  add: post('/api/users', office, {
    body: NewUserInput,
    reply: Outcome.extend({ id: z.number() }),
    mails: ['account'],
  }),
  save: put('/api/users/:id', office, {
    params: byId,
    body: UserInput,
    reply: Saved,
    mails: ['email_change', 'address_change'],
  }),
  resetPassword: put('/api/users/reset_password/:id', office, {
    params: byId,
    reply: Outcome,
    mails: ['password_request'],
  }),
  resetSecondFactor: put('/api/users/reset_second_factor/:id', office, {
    params: byId,
    reply: Outcome,
    mails: ['second_factor_reset'],
  }),
  remove: put('/api/users/delete/:id', office, { params: byId, reply: Outcome }),
}
