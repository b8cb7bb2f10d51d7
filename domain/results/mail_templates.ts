import { link, type MailTemplate, NAME } from '../mail_merge.ts'
import { MY_PROPOSAL_LINK, PROPOSAL, PROPOSER } from '../proposals/mail_templates.ts'
import { REMINDER_DAYS } from './rules.ts'

const group = 'Results'
const ANSWER_BY = {
  is: 'The last day to accept or decline the samples; its line is left out where there are none',
  optional: true,
} as const
const CORRECTION = { is: 'What is corrected', required: true, list: true } as const
/** A result shows the title and the proposer above its text. */
const LETTER = {
  call: PROPOSAL.call,
  proposal_id: PROPOSAL.proposal_id,
  words: {
    is: "The panel's words for the proposer, from the decision notes; the paragraph is left out where there are none",
    list: true,
  },
} as const

/** The first words of a result: the office edits them before it is released. Subject and text become its heading and text. */
export const letterTemplates = {
  result_letter_granted: {
    kind: 'result_released',
    label: 'Text of a result: granted',
    group,
    when: 'the text of a result when it is drafted, where every request is met; it is not sent by e-mail',
    placeholders: LETTER,
    subject: 'Result of proposal #proposal_id# (#call#)',
    text: `#words#

The panel grants all samples that you asked for.`,
  },
  result_letter_part: {
    kind: 'result_released',
    label: 'Text of a result: granted in part',
    group,
    when: 'the text of a result when it is drafted, where not every request is met; it is not sent by e-mail',
    placeholders: LETTER,
    subject: 'Result of proposal #proposal_id# (#call#)',
    text: `#words#

The panel grants part of what you asked for. The reason is given beside each request that is not met.`,
  },
  result_letter_not: {
    kind: 'result_released',
    label: 'Text of a result: not granted',
    group,
    when: 'the text of a result when it is drafted, where no sample is granted; it is not sent by e-mail',
    placeholders: LETTER,
    subject: 'Result of proposal #proposal_id# (#call#)',
    text: `#words#

We are sorry that no sample can be granted to this proposal. The reason is given beside each request. You are welcome to propose again in a later call.`,
  },
} as const satisfies Record<string, MailTemplate>

/** Templates of the mails about the result of a proposal. */
export const resultTemplates = {
  result_released: {
    kind: 'result_released',
    label: 'Result released',
    group,
    when: 'sent to the proposer when the result is released',
    placeholders: { name: NAME, ...PROPOSAL, answer_by: ANSWER_BY, link: MY_PROPOSAL_LINK },
    subject: 'The result of your proposal (#call#)',
    text: `Dear #name#,

The result of your proposal for #call# is available:

Proposal ID: #proposal_id#
Title: #title#

You can read it here and download it as a PDF:
#link#

Please accept or decline each sample there until #answer_by#.`,
  },
  result_released_collaborator: {
    kind: 'result_released',
    label: 'Result released, to collaborators',
    group,
    when: 'sent to each collaborator when the result is released',
    placeholders: { name: NAME, ...PROPOSAL, ...PROPOSER },
    subject: 'The result of proposal #proposal_id# (#call#)',
    text: `Dear #name#,

The result of a proposal for #call# on which you collaborate is available to its proposer, #proposer# (#affiliation#):

Proposal ID: #proposal_id#
Title: #title#`,
  },
  result_corrected: {
    kind: 'result_corrected',
    label: 'Result corrected',
    group,
    when: 'sent to the proposer when a correction of the result is released',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      correction: CORRECTION,
      answer_by: ANSWER_BY,
      link: MY_PROPOSAL_LINK,
    },
    subject: 'The result of your proposal was corrected (#call#)',
    text: `Dear #name#,

The result of your proposal for #call# has been corrected. The new version replaces the earlier one.

Proposal ID: #proposal_id#
Title: #title#

#correction#

You can read the new version here and download it as a PDF:
#link#

Please accept or decline each sample there until #answer_by#.`,
  },
  result_corrected_collaborator: {
    kind: 'result_corrected',
    label: 'Result corrected, to collaborators',
    group,
    when: 'sent to each collaborator when a correction of the result is released',
    placeholders: { name: NAME, ...PROPOSAL, ...PROPOSER },
    subject: 'The result of proposal #proposal_id# was corrected (#call#)',
    text: `Dear #name#,

The result of a proposal for #call# on which you collaborate has been corrected. The new version is available to its proposer, #proposer# (#affiliation#):

Proposal ID: #proposal_id#
Title: #title#`,
  },
  result_reminder: {
    kind: 'result_reminder',
    label: 'Reminder to answer a result',
    group,
    when: `sent to the proposer ${REMINDER_DAYS.join(' and ')} days before the last day to answer, and when the office reminds them`,
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      answer_by: { is: 'The last day to accept or decline the samples' },
      link: MY_PROPOSAL_LINK,
    },
    subject: 'Reminder: please accept or decline your samples (#call#)',
    text: `Dear #name#,

Samples have been granted to your proposal for #call#, and we do not have your answer yet:

Proposal ID: #proposal_id#
Title: #title#
Last day to answer: #answer_by#

Please accept or decline each sample here:
#link#`,
  },
  result_answered: {
    kind: 'result_answered',
    label: 'Answer to a result received',
    group,
    when: 'sent to the proposer when an answer to the result is given or changed, by them or by the office for them',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      accepted: { is: 'The accepted samples; its line is left out where there are none', optional: true },
      declined: { is: 'The declined samples; its line is left out where there are none', optional: true },
      answered_by: {
        is: 'Who of the office has answered for the proposer; its line is left out where they answered',
        optional: true,
      },
      link: link('Link to MyProposal'),
    },
    subject: 'Your answer has been received (#call#)',
    text: `Dear #name#,

We have received the answer to the result of your proposal:

Proposal ID: #proposal_id#
Title: #title#
Accepted: #accepted#
Declined: #declined#
Answered for you by: #answered_by#

The answer can be changed here until the office has acted on it:
#link#`,
  },
  ...letterTemplates,
} as const satisfies Record<string, MailTemplate>
