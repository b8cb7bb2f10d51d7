import { z } from 'zod'
import { everyone, office, staff } from '../access.ts'
import {
  bit,
  byId,
  fileAddress,
  get,
  instant,
  Outcome,
  paged,
  post,
  put,
  Saved,
  version,
} from '../endpoint.ts'
import { idChoice, listFilter, PERSON_SORTS, personFilters, rowIds, yesNo } from '../filters.ts'
import { checkbox, mustBeSent, singleLine } from '../input_schemas.ts'
import { proposalStatus } from '../proposals/status.ts'
import { reportStatus } from '../reports/status.ts'
import { LinkedIdentity } from '../session/provider_contract.ts'
import { REQUIRED } from '../text.ts'
import { USER_GROUPS, type UserGroup } from './fields.ts'
import { ADDRESS_LENGTH, Person, personSchema } from './person_schemas.ts'

const EMAIL_FORMAT = 'This field have to be email format.'
const REQUIRED_HERE = 'This field is required'

/** The user's own profile (part 2, section 5). A new e-mail address needs the password; the token of a mailed link confirms it. */
export const ProfileInput = z.object({
  ...personSchema({ required: REQUIRED, email: EMAIL_FORMAT }),
  version,
  password: z.string().max(1000).optional(),
  email_token: z.string().max(200).optional(),
})
export type ProfileInput = z.infer<typeof ProfileInput>

const personFields = personSchema({ required: REQUIRED_HERE, email: EMAIL_FORMAT })

/** A user as edited by the office (part 3, section 5): the affiliation may be empty; the proposer role is not editable. */
const accountFields = {
  first_name: personFields.first_name,
  middle_name: personFields.middle_name,
  last_name: personFields.last_name,
  suffix: personFields.suffix,
  email: personFields.email,
  affiliation: mustBeSent(singleLine({ max: ADDRESS_LENGTH })),
  is_administration_office: checkbox.optional(),
  /** Alias of is_administration_office. */
  is_admin: checkbox.optional(),
  is_panel: mustBeSent(checkbox),
  is_reviewer: mustBeSent(checkbox),
}

interface Office {
  is_administration_office?: boolean | undefined
  is_admin?: boolean | undefined
}

/** One of the two names of the office role must be sent; if both are, they must agree. */
const namesOffice = ({ is_administration_office: long, is_admin: short }: Office) =>
  (long ?? short) !== undefined && (long === undefined || short === undefined || long === short)
const asOffice = <T extends Office>({ is_admin, is_administration_office, ...rest }: T) => ({
  ...rest,
  is_administration_office: is_administration_office ?? is_admin ?? false,
})
const NAMED = { path: ['is_administration_office'], error: REQUIRED_HERE }

/** With `send_mail` a generated password is mailed. */
export const NewUserInput = z
  .object({ ...accountFields, is_curation: checkbox.default(false), send_mail: checkbox.default(false) })
  .refine(namesOffice, NAMED)
  .transform(asOffice)
export type NewUserInput = z.output<typeof NewUserInput>

export const UserInput = z
  .object({
    ...accountFields,
    /** Not sent: as it is. */
    is_curation: checkbox.optional(),
    disabled: mustBeSent(checkbox),
    version,
  })
  .refine(namesOffice, NAMED)
  .transform(asOffice)
export type UserInput = z.output<typeof UserInput>

/** A user in choices of mail recipients and lookups. */
export const UserChoice = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  affiliation: z.string(),
  is_administration_office: z.boolean(),
  is_panel: z.boolean(),
  is_reviewer: z.boolean(),
  is_curation: z.boolean(),
  is_proposer: z.boolean(),
  disabled: bit,
})

/** A row of the user list. Deleted users stay, because other records refer to them. */
export const UserRow = UserChoice.extend({ deleted: z.boolean() })
export type UserRow = z.infer<typeof UserRow>

const ofProposal = { proposal_id: z.number(), term_id: z.number(), title: z.string() }

/** A user's own proposal; `open` while its term is not disabled. */
const OwnProposal = z.object({ ...ofProposal, status: z.literal(proposalStatus.codes), open: z.boolean() })
/** A report assigned to the user; reports on proposals that the viewer has a conflict with are left out. */
const OwnReport = z.object({
  id: z.number(),
  ...ofProposal,
  status: z.literal(reportStatus.codes),
  open: z.boolean(),
  /** The global score has closed it. */
  closed: z.boolean(),
})
export type OwnReport = z.infer<typeof OwnReport>

/** A user's account and involvement in the call, for the office. */
export const UserDetail = UserRow.extend({
  first_name: z.string(),
  middle_name: z.string(),
  last_name: z.string(),
  suffix: z.string(),
  version: z.number(),
  created_at: instant,
  updated_at: instant,
  last_updator_id: z.number().nullable(),
  last_updator: z.string().nullable(),
  last_login_at: instant.nullable(),
  /** Former e-mail addresses, newest first. */
  past_addresses: z.array(z.object({ email: z.string(), since: instant })),
  proposals: z.array(OwnProposal),
  reports: z.array(OwnReport),
  /** Other people's proposals on which the user collaborates, by any of their addresses. */
  collaborations: z.array(z.object({ ...ofProposal, proposer: z.string() })),
  conflicts: z.array(z.object({ ...ofProposal, reason: z.string() })),
  /** Active second factors, sessions, download links and API tokens. */
  second_factor: z.object({ passkeys: z.number(), totp: z.boolean() }),
  /** Accounts at sign-in providers. */
  identities: z.array(LinkedIdentity),
  sessions: z.number(),
  downloads: z.number(),
  api_tokens: z.number(),
})
export type UserDetail = z.infer<typeof UserDetail>

export const ACCOUNT_COMMANDS = {
  add: 'Add',
  save: 'Edit',
  reset_password: 'Password reset',
  reset_second_factor: 'Second factor reset',
} as const
export type AccountCommand = keyof typeof ACCOUNT_COMMANDS

/** A change of a staff account that waits for a second administrator. */
export const AccountChange = z.object({
  id: z.number(),
  command: z.enum(Object.keys(ACCOUNT_COMMANDS) as [AccountCommand, ...AccountCommand[]]),
  /** Null for an account that is to be added. */
  user_id: z.number().nullable(),
  name: z.string(),
  email: z.string(),
  /** The fields that an Add or Edit sets. */
  changes: z.array(z.object({ field: z.string(), before: z.string().nullable(), after: z.string() })),
  asked_by: z.object({ id: z.number(), name: z.string() }),
  asked_at: instant,
})
export type AccountChange = z.infer<typeof AccountChange>

/** The user's own profile; it prefills the Notice of Intent. */
export const Profile = Person.omit({ name: true }).extend({ version: z.number() })
export type Profile = z.infer<typeof Profile>

/** The role filters combine with `or`. */
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
    is_curation: yesNo,
    is_proposer: yesNo,
  },
  ['id', ...PERSON_SORTS],
)
export type UserFilter = z.output<typeof UserFilter>

/** All users, or a group of one term; without `term_id`, of all terms. */
export const ChoiceFilter = z.object({
  group: z.enum(Object.keys(USER_GROUPS) as [UserGroup, ...UserGroup[]]).optional(),
  term_id: idChoice,
})
export type ChoiceFilter = z.output<typeof ChoiceFilter>

export const users = {
  myProfile: get('/api/myProfile', everyone, {
    summary: "Shows one's own name, e-mail and affiliation.",
    reply: Profile,
  }),
  saveMyProfile: put('/api/myProfile', everyone, {
    summary: "Saves one's own profile; a new e-mail needs the password and the code mailed to it.",
    body: ProfileInput,
    reply: Saved,
    mails: ['email_confirmation', 'email_change_asked', 'email_change', 'address_change'],
  }),
  list: get('/api/users', office, {
    summary: 'Lists the accounts that the filters match, a page at a time.',
    query: UserFilter,
    reply: paged(UserRow),
    scope: 'read_lists',
  }),
  all: get('/api/users/all', staff, {
    summary: 'Lists the people of a group, to choose from.',
    query: ChoiceFilter,
    reply: z.array(UserChoice),
  }),
  mailList: get('/api/users/download_mail_list', office, {
    summary: 'Makes a CSV of the names and addresses of the accounts that the filters match.',
    query: UserFilter,
    reply: fileAddress,
    scope: 'read_lists',
  }),
  get: get('/api/users/:id', office, { summary: 'Shows an account.', params: byId, reply: UserDetail }),
  add: post('/api/users', office, {
    summary: 'Creates an account with a temporary password.',
    body: NewUserInput,
    reply: Outcome.extend({ id: z.number().optional() }),
    mails: ['account', 'staff_account'],
  }),
  save: put('/api/users/:id', office, {
    summary: "Saves an account's name, e-mail, affiliation, roles and whether it is disabled.",
    params: byId,
    body: UserInput,
    reply: Saved,
    mails: ['email_change', 'address_change', 'staff_account'],
  }),
  resetPassword: put('/api/users/reset_password/:id', office, {
    summary: 'Mails the owner of an account a link with which they set a new password.',
    params: byId,
    reply: Outcome,
    mails: ['password_request', 'staff_account'],
  }),
  resetSecondFactor: put('/api/users/reset_second_factor/:id', office, {
    summary:
      'Removes all second factors of an account, ends its sessions, revokes its API tokens and e-mails its owner.',
    params: byId,
    reply: Outcome,
    mails: ['second_factor_reset', 'staff_account'],
  }),
  /** The changes of staff accounts that wait for a second administrator, oldest first. */
  waiting: get('/api/users/waiting', office, {
    summary: 'Lists the changes of staff accounts that wait for a second administrator, oldest first.',
    reply: z.array(AccountChange),
  }),
  confirmChange: put('/api/users/confirm/:id', office, {
    summary: 'Carries out a change of a staff account that another administrator began.',
    params: byId,
    reply: Outcome,
    mails: [
      'account',
      'email_change',
      'address_change',
      'password_request',
      'second_factor_reset',
      'staff_account',
    ],
  }),
  dismissChange: put('/api/users/dismiss/:id', office, {
    summary: 'Drops a change of a staff account that waits for a second administrator.',
    params: byId,
    reply: Outcome,
  }),
  remove: put('/api/users/delete/:id', office, {
    summary: 'Deletes an account.',
    params: byId,
    reply: Outcome,
  }),
}
