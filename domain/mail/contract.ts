import { z } from 'zod'
import { office, staff } from '../access.ts'
import { bit, byId, get, instant, Outcome, paged, post, put, Saved, version } from '../endpoint.ts'
import { listFilter, searchText, yesNo } from '../filters.ts'
import { UserChoice } from '../users/contract.ts'
import { GroupMailInput, NewGroupMail } from './input.ts'
import { mailLog } from './log.ts'
import { groupMailStatus } from './status.ts'

/** Group mails by what they say and to whom. */
export const GroupMailFilter = listFilter({ keyword: searchText, email: searchText }, [
  'title',
  'transmission_date',
])
export type GroupMailFilter = z.output<typeof GroupMailFilter>

const Person = z.object({ id: z.number(), name: z.string(), email: z.string() })

const groupMail = {
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
  /** 1: it was deleted. */
  disabled: bit,
}

/** A group mail in the list, with the first of its destinations and how many there are. */
export const GroupMailRow = z.object({ ...groupMail, users: z.array(Person), users_count: z.number() })
export type GroupMailRow = z.infer<typeof GroupMailRow>

/** Somebody whom a group mail goes to, with all that it can say of them. */
export const Destination = UserChoice.extend({
  /** Of the proposal of the current term; null without one. */
  title: z.string().nullable(),
  /** The samples that are confirmed for that proposal. */
  samples: z.array(z.string()),
})
export type Destination = z.infer<typeof Destination>

const Failure = Person.omit({ id: true }).extend({ reason: z.string() })

/** How far the mails of a sent group mail are. */
export const Progress = z.object({
  delivered: z.number(),
  waiting: z.number(),
  failed: z.number(),
  /** Who was not reached, the copy to the Bcc among them; the first two hundred. */
  failures: z.array(Failure),
  /** Who was left out, for they were disabled when it was sent. */
  skipped: z.array(Person),
})
export type Progress = z.infer<typeof Progress>

/** A group mail whole, with its neighbours in the list. */
export const GroupMailDetail = z.object({
  ...groupMail,
  /** Empty where the progress alone was asked for. */
  users: z.array(Destination),
  /** Null until it is sent. */
  progress: Progress.nullable(),
  version: z.number(),
  prevID: z.number().nullable(),
  nextID: z.number().nullable(),
})
export type GroupMailDetail = z.infer<typeof GroupMailDetail>

export const mail = {
  list: get('/api/group_mail', office, { query: GroupMailFilter, reply: paged(GroupMailRow) }),
  get: get('/api/group_mail/:id', staff, {
    params: byId,
    query: z.object({ progress_only: yesNo }),
    reply: GroupMailDetail,
  }),
  add: post('/api/group_mail/add', office, {
    body: NewGroupMail,
    reply: Outcome.extend({ id: z.number().optional() }),
  }),
  save: put('/api/group_mail/:id', staff, { params: byId, body: GroupMailInput, reply: Saved }),
  remove: put('/api/group_mail/delete/:id', office, { params: byId, reply: Outcome }),
  send: post('/api/group_mail/send/:id', office, {
    params: byId,
    body: z.object({ version }),
    reply: Outcome.extend({ skipped: z.array(Person).optional() }),
    mails: ['group_mail'],
  }),
  target: get('/api/group_mail_target/:id', staff, {
    params: byId,
    reply: z.record(z.string(), Destination),
  }),
  ...mailLog,
}
