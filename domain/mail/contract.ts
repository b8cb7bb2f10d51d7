import { z } from 'zod'
import { office, staff } from '../access.ts'
import {
  bit,
  byId,
  get,
  id,
  instant,
  Outcome,
  paged,
  post,
  put,
  Saved,
  UndoableOutcome,
  version,
} from '../endpoint.ts'
import { fromTime, idChoice, listFilter, searchText, toTime, wordChoice, yesNo } from '../filters.ts'
import { EMAIL_PATTERN, multiLine, mustBeSent, singleLine } from '../input_schemas.ts'
import { MAIL_KIND_NAMES } from '../mail_kinds.ts'
import { requiredInstant } from '../terms/contract.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { UserChoice } from '../users/contract.ts'
import { whyNotContent, whyNotTitle } from './rules.ts'
import { groupMailStatus, mailState } from './status.ts'

const LINE_LENGTH = 255
const CONTENT_LENGTH = 10_000
const MAX_DESTINATIONS = 100_000
const INVALID_EMAIL = 'This field have to be email format.'

const headerLine = (required?: string) =>
  singleLine({ max: LINE_LENGTH, long: tooLong(LINE_LENGTH, '.'), ...(required && { required }) })

/** The comma-separated addresses in a text. */
export const addressesIn = (text: string) =>
  text
    .split(',')
    .map((address) => address.trim())
    .filter((address) => address !== '')

const destination = z.union([id, z.object({ id }).transform((user) => user.id)], 'This user does not exist.')

/** A check by a rule that answers why a text is refused. */
const refusedBy = (why: (text: string) => string | null) => (text: string, issues: z.RefinementCtx) => {
  const message = why(text)
  if (message) issues.addIssue({ code: 'custom', message })
}

/** A new group mail. */
export const NewGroupMail = z.object({
  title: headerLine(REQUIRED).superRefine(refusedBy(whyNotTitle)),
  content: mustBeSent(
    multiLine({ max: CONTENT_LENGTH, long: tooLong(CONTENT_LENGTH, '.') }).superRefine(
      refusedBy(whyNotContent),
    ),
  ),
  /** Comma-separated addresses. */
  bcc: mustBeSent(
    headerLine()
      .transform((text) => addressesIn(text).join(', '))
      .refine((text) => addressesIn(text).every((address) => EMAIL_PATTERN.test(address)), INVALID_EMAIL),
  ),
  reply_to_address: mustBeSent(
    headerLine().refine((text) => text === '' || EMAIL_PATTERN.test(text), INVALID_EMAIL),
  ),
  reply_to_name: mustBeSent(headerLine()),
  /** User ids, without duplicates. */
  destinations: mustBeSent(
    z
      .array(destination, 'This field must be a list of users.')
      .max(MAX_DESTINATIONS, `At most ${MAX_DESTINATIONS.toLocaleString('en')} destinations.`)
      .transform((ids) => [...new Set(ids)]),
  ),
})
export type NewGroupMail = z.output<typeof NewGroupMail>

/** A saved group mail. */
export const GroupMailInput = NewGroupMail.extend({ version })
export type GroupMailInput = z.output<typeof GroupMailInput>

/** `person` is an address or a user's name; `subject` also matches the kind of mail; `id` selects one mail, with its body. */
export const MailFilter = listFilter(
  {
    id: idChoice,
    person: searchText,
    subject: searchText,
    state: wordChoice(mailState.codes),
    from: fromTime,
    to: toTime,
  },
  ['created_at'],
)
export type MailFilter = z.output<typeof MailFilter>

/** A mail of the outbox. The body is null in lists, and always for mails with a password or a secret link. */
export const MailRow = z.object({
  id: z.number(),
  kind: z.enum(MAIL_KIND_NAMES),
  subject: z.string(),
  recipients: z.array(z.object({ email: z.string(), name: z.string().nullable() })),
  bcc: z.array(z.string()),
  reply_to: z.string().nullable(),
  state: z.literal(mailState.codes),
  tries: z.number(),
  last_error: z.string().nullable(),
  created_at: instant,
  due_at: instant,
  sent_at: instant.nullable(),
  group_mail_id: z.number().nullable(),
  secret: z.boolean(),
  body: z.string().nullable(),
})
export type MailRow = z.infer<typeof MailRow>

/** The log of all mails. Retry sends one mail again or, with 'all', every failed one that matches the filter in the body. */
export const mailLog = {
  log: get('/api/mail_log', office, {
    summary: 'Lists the mails that the filters match with their state, a page at a time.',
    query: MailFilter,
    reply: paged(MailRow),
  }),
  retry: put('/api/mail_log/retry/:id', office, {
    summary: 'Sends a mail again, or with `all` every failed one that the filter in the body matches.',
    params: z.object({ id: z.union([z.literal('all'), id]) }),
    body: MailFilter,
    reply: Outcome,
  }),
}

/** `keyword` searches the texts of a group mail, `email` its destinations. */
export const GroupMailFilter = listFilter({ keyword: searchText, email: searchText }, [
  'title',
  'transmission_date',
])
export type GroupMailFilter = z.output<typeof GroupMailFilter>

const Person = z.object({ id: z.number(), name: z.string(), email: z.string() })

/** An e-mail to oneself, as one user would receive it. */
export const GroupMailTest = NewGroupMail.pick({
  title: true,
  content: true,
  reply_to_address: true,
  reply_to_name: true,
}).extend({ user_id: id })
export type GroupMailTest = z.output<typeof GroupMailTest>

/** When an unsent group mail is to be sent, and who said so. */
export const PendingSend = z.object({
  due_at: instant,
  /** Set for a time by the office; otherwise Send was pressed, and can still be undone. */
  scheduled: z.boolean(),
  by: z.string(),
})
export type PendingSend = z.infer<typeof PendingSend>

const groupMailFields = {
  id: z.number(),
  title: z.string(),
  content: z.string(),
  bcc: z.string(),
  reply_to_address: z.string(),
  reply_to_name: z.string(),
  sender_id: z.number(),
  sender: Person,
  transmission_status: z.literal(groupMailStatus.codes),
  /** When Send was pressed. */
  transmission_date: instant.nullable(),
  /** 1 if it was deleted. */
  disabled: bit,
  /** Null unless it is about to be sent. */
  pending: PendingSend.nullable(),
}

/** A group mail in the list, with its first destinations and their number. */
export const GroupMailRow = z.object({ ...groupMailFields, users: z.array(Person), users_count: z.number() })
export type GroupMailRow = z.infer<typeof GroupMailRow>

/** A recipient of a group mail, with the values of the placeholders. */
export const Destination = UserChoice.extend({
  /** Of the proposal of the current term; null without one. */
  title: z.string().nullable(),
  /** The samples that are confirmed for that proposal. */
  samples: z.array(z.string()),
})
export type Destination = z.infer<typeof Destination>

const Failure = Person.omit({ id: true }).extend({ reason: z.string() })

/** Delivery of a sent group mail, in numbers of mails. */
export const DeliveryProgress = z.object({
  delivered: z.number(),
  waiting: z.number(),
  failed: z.number(),
  /** Failed recipients, including the Bcc copy; at most two hundred. */
  failures: z.array(Failure),
  /** Destinations that were left out because they were disabled when it was sent. */
  skipped: z.array(Person),
})
export type DeliveryProgress = z.infer<typeof DeliveryProgress>

/** A complete group mail, with its neighbours in the list. */
export const GroupMailDetail = z.object({
  ...groupMailFields,
  /** Empty if only the progress was requested. */
  users: z.array(Destination),
  /** Null until it is sent. */
  progress: DeliveryProgress.nullable(),
  version: z.number(),
  prevID: z.number().nullable(),
  nextID: z.number().nullable(),
})
export type GroupMailDetail = z.infer<typeof GroupMailDetail>

export const mail = {
  list: get('/api/group_mail', office, {
    summary: 'Lists the group mails that the filters match, a page at a time.',
    query: GroupMailFilter,
    reply: paged(GroupMailRow),
    scope: 'read_lists',
  }),
  get: get('/api/group_mail/:id', staff, {
    summary: 'Shows a group mail with its destinations and how far it is sent.',
    params: byId,
    query: z.object({ progress_only: yesNo }),
    reply: GroupMailDetail,
  }),
  add: post('/api/group_mail/add', office, {
    summary: 'Adds a group mail; nothing is sent.',
    body: NewGroupMail,
    reply: Outcome.extend({ id: z.number().optional() }),
  }),
  save: put('/api/group_mail/:id', staff, {
    summary: 'Saves a group mail that is not sent.',
    params: byId,
    body: GroupMailInput,
    reply: Saved,
  }),
  remove: put('/api/group_mail/delete/:id', office, {
    summary: 'Deletes a group mail.',
    params: byId,
    reply: Outcome,
  }),
  send: post('/api/group_mail/send/:id', office, {
    summary: 'Sends a group mail to its destinations.',
    params: byId,
    body: z.object({ version }),
    reply: UndoableOutcome.extend({ skipped: z.array(Person).optional() }),
    undoable: true,
    mails: ['group_mail'],
  }),
  /** Sends it once at that time; scheduled again, it changes the time. */
  schedule: put('/api/group_mail/schedule/:id', office, {
    summary: 'Sets when a group mail is sent, or changes the time.',
    params: byId,
    body: z.object({ send_at: requiredInstant, version }),
    reply: Outcome,
  }),
  unschedule: put('/api/group_mail/unschedule/:id', office, {
    summary: 'Takes back that a group mail is sent at a set time.',
    params: byId,
    reply: Outcome,
  }),
  test: post('/api/group_mail/test', staff, {
    summary: 'Mails the caller what a group mail says to one of its destinations.',
    body: GroupMailTest,
    reply: Outcome,
    mails: ['mail_test'],
  }),
  /** The values of the placeholders for users that are not saved as destinations yet. It reads only. */
  values: post('/api/group_mail/values', staff, {
    summary: 'Answers the values of the placeholders for users who are not saved as destinations.',
    body: NewGroupMail.pick({ destinations: true }),
    reply: z.array(Destination),
    duringMaintenance: true,
  }),
  target: get('/api/group_mail_target/:id', staff, {
    summary: 'Lists the destinations that a group of people would give a group mail.',
    params: byId,
    reply: z.record(z.string(), Destination),
  }),
  ...mailLog,
}
