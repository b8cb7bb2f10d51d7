import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
import { termLabel } from '#domain/masters/values.ts'
import { hoursText } from '#domain/meetings/agenda.ts'
import type { Hours } from '#domain/meetings/schemas.ts'
import type { Config } from '../platform/config.ts'
import type { TemplateMail } from '../platform/outbox/queries.ts'

export interface MailedMeeting {
  id: number
  term_id: number
  name: string
  place: string
  sessions: readonly Hours[]
}

interface Recipient {
  name: string
  email: string
}

const values = ({ term_id, name, sessions }: MailedMeeting, recipient: Recipient) => ({
  name: recipient.name,
  call: termLabel(term_id),
  meeting: name,
  hours: hoursText(sessions),
})

/** The agenda as its recipient may see it. */
export const agendaMail = (
  config: Config,
  meeting: MailedMeeting,
  recipient: Recipient,
  { chair, docket }: { chair: string; docket: string },
): TemplateMail => ({
  template: 'meeting_agenda',
  recipients: [recipient.email],
  values: {
    ...values(meeting, recipient),
    place: meeting.place,
    chair,
    docket,
    link: linkTo(config, address('/meetings/$id', { id: meeting.id })),
  },
})

/** Tells someone who got the agenda that the meeting is cancelled, or takes place without them. */
export const cancelledMeetingMail = (
  meeting: MailedMeeting,
  recipient: Recipient,
  what: 'is cancelled' | 'takes place without you',
): TemplateMail => ({
  template: 'meeting_cancelled',
  recipients: [recipient.email],
  values: { ...values(meeting, recipient), what },
})
