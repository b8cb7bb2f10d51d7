import { link, type MailTemplate } from '../mail_merge.ts'
import { PROPOSAL } from '../proposals/mail_templates.ts'

/** Templates of the mails about conflicts of interest. */
export const conflictTemplates = {
  conflict_declared: {
    kind: 'conflict_declared',
    label: 'Conflict declared, to the office',
    group: 'Reviews',
    when: 'sent to the office when a reviewer or a member of the panel declares a conflict of interest',
    placeholders: {
      ...PROPOSAL,
      person: { is: 'Who declared it' },
      reason: { is: 'The reason', required: true, list: true },
      link: link('Link to the reviews of the proposal'),
    },
    subject: 'A conflict of interest was declared',
    text: `Dear administration office,

#person# has declared a conflict of interest with #call#, proposal #proposal_id#: #title#

Reason: #reason#

A review that they were asked for can no longer be written by them. Take it back, or withdraw it, under Review:

#link#`,
  },
} as const satisfies Record<string, MailTemplate>
