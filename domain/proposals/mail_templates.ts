import { link, type MailTemplate, NAME } from '../mail_merge.ts'

const group = 'Proposals'
export const CALL = { is: 'The call, such as AO7' } as const
export const TITLE = { is: "The proposal's title" } as const
export const PROPOSAL_WINDOW = {
  opens: { is: 'When proposals are accepted from, in UTC' },
  closes: { is: 'The deadline of proposals, in UTC' },
} as const
export const PROPOSAL = { call: CALL, proposal_id: { is: "The proposal's number" }, title: TITLE } as const
export const PROPOSER = {
  proposer: { is: "The proposer's name" },
  affiliation: { is: "The proposer's affiliation; brackets around it go where it is empty", optional: true },
} as const
export const MY_PROPOSAL_LINK = link('Link to MyProposal')

const QUESTION = {
  proposer: { is: "The proposer's name" },
  email: { is: "The proposer's e-mail address" },
  question: { is: 'The question', required: true, list: true },
  proposal: { is: 'Call, number and title of the proposal; empty without one', optional: true },
} as const

/** Templates of the mails to the people of a proposal. */
export const proposalTemplates = {
  proposal_submitted: {
    kind: 'proposal_submitted',
    label: 'Proposal submitted',
    group,
    when: 'sent to the proposer when a proposal is submitted',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      ...PROPOSER,
      submitted_at: { is: 'When it was submitted, in UTC' },
      editable_until: { is: 'Until when it can be edited; empty once it cannot', optional: true },
      link: MY_PROPOSAL_LINK,
    },
    subject: 'Proposal submitted (#call#)',
    text: `Dear #name#,

The following proposal for #call# was submitted by #proposer# on #submitted_at#.

Proposal ID: #proposal_id#
Title: #title#
Proposer: #proposer# (#affiliation#)

#proposer# can edit it until #editable_until# or until a review is requested, whichever is earlier.

#link#`,
  },
  proposal_submitted_collaborator: {
    kind: 'proposal_submitted',
    label: 'Proposal submitted, to collaborators',
    group,
    when: 'sent to each collaborator when a proposal is submitted',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      ...PROPOSER,
      submitted_at: { is: 'When it was submitted, in UTC' },
      editable_until: { is: 'Until when it can be edited; empty once it cannot', optional: true },
    },
    subject: 'Proposal submitted (#call#)',
    text: `Dear #name#,

The following proposal for #call# was submitted by #proposer# on #submitted_at#.

Proposal ID: #proposal_id#
Title: #title#
Proposer: #proposer# (#affiliation#)

#proposer# can edit it until #editable_until# or until a review is requested, whichever is earlier.

If you are named as a collaborator by mistake, please reply to this e-mail.`,
  },
  office_question: {
    kind: 'office_question',
    label: 'Question of a proposer, to the office',
    group,
    when: 'sent to the office when a proposer asks it; replies go to the proposer',
    placeholders: { ...QUESTION, link: { is: 'Link to the proposal; empty without one', optional: true } },
    subject: 'Question from #proposer#',
    text: `Dear administration office,

#proposer# (#email#) asks:

#question#

Proposal: #proposal#
#link#

Reply to this e-mail to answer.`,
  },
  office_question_copy: {
    kind: 'office_question_copy',
    label: 'Question to the office, copy',
    group,
    when: 'sent to a proposer who has asked the office',
    placeholders: QUESTION,
    subject: 'Your question to the office',
    text: `Dear #proposer#,

We have received your question and will answer by e-mail to #email#:

#question#

Proposal: #proposal#`,
  },
} as const satisfies Record<string, MailTemplate>
