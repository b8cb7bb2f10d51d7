import { link, type MailTemplate, NAME } from '../mail_merge.ts'

const group = 'Reviews'

/** Templates of the mails about the panel's discussions. */
export const discussionTemplates = {
  panel_question: {
    kind: 'panel_question',
    label: 'Question of the panel',
    group,
    when: 'sent to a reviewer when the office puts a question of the panel to them',
    placeholders: {
      name: NAME,
      proposal: { is: "The call, number and title of the proposal: 'AO7, proposal 75: …'", required: true },
      question: { is: 'The question', required: true, list: true },
      link: link('Link to the report'),
    },
    subject: 'A question about a proposal that you reviewed',
    text: `Dear #name#,

Thank you for your report on #proposal#.

Before the panel decides, we would be grateful for your answer to a question:

#question#

Your report:
#link#

Please reply to this e-mail. Your answer reaches the administration office.`,
  },
  discussion_digest: {
    kind: 'discussion_digest',
    label: 'Discussion digest',
    group,
    when: 'sent once a day to members of panel and office, if there are new entries in discussions that they follow',
    placeholders: {
      name: NAME,
      proposals: {
        is: 'The proposals, each with the number of new entries and a link',
        required: true,
        list: true,
      },
    },
    subject: 'New entries in discussions that you follow',
    text: `Dear #name#,

There are new entries in discussions that you follow:

#proposals#

You receive at most one such e-mail a day. To receive none, choose Unfollow in the discussion.`,
  },
} as const satisfies Record<string, MailTemplate>
