import { link, type MailTemplate, NAME } from '../mail_merge.ts'

const MEETING = {
  name: NAME,
  call: { is: 'The call: AO7' },
  meeting: { is: 'The name of the meeting' },
  hours: { is: 'The hours of the meeting, one line each', list: true },
} as const

/** Templates of the mails about meetings of the panel. */
export const meetingTemplates = {
  meeting_agenda: {
    kind: 'meeting_agenda',
    label: 'Agenda of a meeting',
    group: 'Reviews',
    when: 'sent to those expected at a meeting of the panel when its agenda is sent, with a calendar file',
    placeholders: {
      ...MEETING,
      place: { is: 'The place of the meeting; its line is left out where none is named', optional: true },
      chair: { is: 'The chair, and the deputy' },
      docket: {
        is: 'The proposals in the order of discussion, with times; by number and without times for a recipient with a conflict of interest',
        list: true,
        required: true,
      },
      link: link('Link to the meeting'),
    },
    subject: 'Agenda: #meeting#, #call#',
    text: `Dear #name#,

This is the agenda of #meeting# for #call#.

#hours#

Place: #place#
Chair: #chair#

#docket#

The meeting is held on this screen, where you can also read the proposals and grade them beforehand:
#link#

A calendar file is attached; it replaces the entry of an earlier agenda. If you have a conflict of interest that the system does not know of, please declare it on the proposal before the meeting.`,
  },
  meeting_cancelled: {
    kind: 'meeting_cancelled',
    label: 'Meeting cancelled',
    group: 'Reviews',
    when: 'sent to those who got the agenda of a meeting when it is deleted, or when they are no longer expected',
    placeholders: { ...MEETING, what: { is: "'is cancelled' or 'takes place without you'" } },
    subject: 'Cancelled: #meeting#, #call#',
    text: `Dear #name#,

#meeting# for #call# #what#:

#hours#

The attached calendar file removes the entry from your calendar.`,
  },
} as const satisfies Record<string, MailTemplate>
