import { z } from 'zod'
import { office } from '../access.ts'
import { get, id, instant, Outcome, paged, put } from '../endpoint.ts'
import { fromTime, idChoice, listFilter, searchText, toTime, wordChoice } from '../filters.ts'
import { MAIL_KIND_NAMES } from '../mail_kinds.ts'
import { mailState } from './status.ts'

/** `person` is an address or a user's name; `subject` also finds by the kind of mail; `id` one mail, with its text. */
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

/** A mail of the outbox. Its text is answered for one mail alone, and never where it holds a password or a link. */
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

/** The log of all mails. A retry is of one mail, or, at 'all', of every failed one that the search in its body finds. */
export const mailLog = {
  log: get('/api/mail_log', office, { query: MailFilter, reply: paged(MailRow) }),
  retry: put('/api/mail_log/retry/:id', office, {
    params: z.object({ id: z.union([z.literal('all'), id]) }),
    body: MailFilter,
    reply: Outcome,
  }),
}
