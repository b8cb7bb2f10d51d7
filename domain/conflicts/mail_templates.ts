import { link, type MailTemplate, NAME } from '../mail_merge.ts'
import { PROPOSAL } from '../proposals/mail_templates.ts'
import { durationText } from '../session/durations.ts'
import { WHY_ASKED } from './questions.ts'

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
  conflict_question: {
    kind: 'conflict_question',
    label: 'Question about a conflict of interest',
    group: 'Reviews',
    when: 'sent to a reviewer or a member of staff when the office asks about a finding; it names people and no proposal',
    placeholders: {
      name: NAME,
      question: {
        is: "'Do you have a conflict of interest with Maria Testova (Institute of Salts)?'",
        required: true,
      },
      valid_for: { is: `How long the link works: ${durationText('answer_link')}` },
      link: { is: 'The personal link to the two answers', required: true, secret: true },
    },
    subject: 'A question about conflicts of interest',
    text: `Dear #name#,

#question#

Please choose one of two answers here; you need not sign in:
#link#

The link works for #valid_for# and is for you alone. Your answer goes to the administration office.

${WHY_ASKED}`,
  },
} as const satisfies Record<string, MailTemplate>
