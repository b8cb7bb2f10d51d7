import { link, type MailTemplate, NAME } from '../mail_merge.ts'
import { MY_PROPOSAL_LINK, PROPOSAL, PROPOSER } from '../proposals/mail_templates.ts'

const group = 'Proposals'
const EDIT_LINK = link("Link to the proposal's form")
const UNTIL = { is: 'Until when it is unlocked, in UTC' } as const
const IF_SUBMITTED = { is: 'The same, empty unless the proposal is submitted', optional: true } as const
const IF_NOT_SUBMITTED = { is: 'The same, empty if the proposal is submitted', optional: true } as const
const CORRECTION = {
  name: NAME,
  ...PROPOSAL,
  ...PROPOSER,
  correct_until: { is: 'The deadline of proposals in UTC; empty once it has passed', optional: true },
} as const

/** Templates of the mails about what the office does with a proposal. */
export const staffTemplates = {
  proposal_cancelled: {
    kind: 'proposal_cancelled',
    label: 'Submission cancelled',
    group,
    when: 'sent to the proposer when the office cancels the submission',
    placeholders: { name: NAME, ...PROPOSAL, link: MY_PROPOSAL_LINK },
    subject: 'The submission of your proposal was cancelled (#call#)',
    text: `Dear #name#,

The administration office has cancelled the submission of your proposal:

Proposal ID: #proposal_id#
Title: #title#

You can change it now. To be considered, it must be submitted again:

#link#`,
  },
  proposal_withdrawn: {
    kind: 'proposal_withdrawn',
    label: 'Proposal withdrawn',
    group,
    when: 'sent to the proposer and each collaborator when the proposal is withdrawn',
    placeholders: { name: NAME, ...PROPOSAL, ...PROPOSER },
    subject: 'Proposal withdrawn (#call#)',
    text: `Dear #name#,

The following proposal for #call# has been withdrawn at the request of its proposer. It is no longer considered:

Proposal ID: #proposal_id#
Title: #title#
Proposer: #proposer# (#affiliation#)`,
  },
  withdrawal_asked: {
    kind: 'withdrawal_asked',
    label: 'Withdrawal asked for, to the office',
    group,
    when: 'sent to the office when a proposer asks to withdraw a proposal',
    placeholders: {
      ...PROPOSAL,
      proposer: { is: "The proposer's name" },
      reason: { is: "The proposer's reason", required: true, list: true },
      link: link('Link to the proposal'),
    },
    subject: 'Proposal #proposal_id# is to be withdrawn (#call#)',
    text: `Dear administration office,

#proposer# asks to withdraw this proposal:

Proposal ID: #proposal_id#
Title: #title#

Reason: #reason#

Please grant or refuse it:
#link#`,
  },
  withdrawal_refused: {
    kind: 'withdrawal_refused',
    label: 'Withdrawal refused',
    group,
    when: 'sent to the proposer when the office refuses a withdrawal',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      answer: { is: "The office's reason", required: true, list: true },
      link: MY_PROPOSAL_LINK,
    },
    subject: 'Your proposal was not withdrawn (#call#)',
    text: `Dear #name#,

You asked the administration office to withdraw your proposal. It stays submitted:

Proposal ID: #proposal_id#
Title: #title#

Reason: #answer#

#link#`,
  },
  proposal_unlocked: {
    kind: 'proposal_unlocked',
    label: 'Proposal unlocked',
    group,
    when: 'sent to the proposer when the office unlocks a proposal',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      until: UNTIL,
      until_if_submitted: IF_SUBMITTED,
      until_if_not_submitted: IF_NOT_SUBMITTED,
      link: EDIT_LINK,
    },
    subject: 'Your proposal was unlocked (#call#)',
    text: `Dear #name#,

The administration office has unlocked your proposal:

Proposal ID: #proposal_id#
Title: #title#

You can change it until #until_if_submitted#. It stays submitted. When you are done, choose 'Done, lock it again'; otherwise it locks again by itself at that time.

You can change and submit it until #until_if_not_submitted#. It locks again when you submit it, or by itself at that time. To be considered, it must be submitted.

#link#`,
  },
  proposal_unlocked_cancelled: {
    kind: 'proposal_unlocked',
    label: 'Proposal unlocked, submission cancelled',
    group,
    when: 'sent to the proposer when the office unlocks a proposal and cancels its submission',
    placeholders: { name: NAME, ...PROPOSAL, until: UNTIL, link: EDIT_LINK },
    subject: 'Your proposal was unlocked (#call#)',
    text: `Dear #name#,

The administration office has unlocked your proposal and cancelled its submission:

Proposal ID: #proposal_id#
Title: #title#

You can change and submit it until #until#. It locks again when you submit it, or by itself at that time. To be considered, it must be submitted again.

#link#`,
  },
  unlock_ending: {
    kind: 'unlock_ending',
    label: 'Unlock ending',
    group,
    when: 'sent to the proposer a day before an unlock ends',
    placeholders: {
      name: NAME,
      ...PROPOSAL,
      until: UNTIL,
      until_if_submitted: IF_SUBMITTED,
      until_if_not_submitted: IF_NOT_SUBMITTED,
      link: EDIT_LINK,
    },
    subject: 'Your proposal will be locked again (#call#)',
    text: `Dear #name#,

Your proposal will be locked again on #until#:

Proposal ID: #proposal_id#
Title: #title#

You can change it until #until_if_submitted#. It stays submitted; no further action is needed.

It has not been submitted. To be considered, it must be submitted before #until_if_not_submitted#:

#link#`,
  },
  unlock_ending_office: {
    kind: 'unlock_ending_office',
    label: 'Unlock ending, to the office',
    group,
    when: 'sent to the office a day before an unlock ends',
    placeholders: {
      ...PROPOSAL,
      proposer: PROPOSER.proposer,
      proposer_email: { is: "The proposer's e-mail address" },
      until: UNTIL,
      state: { is: "'submitted' or 'not submitted'" },
      link: link('Link to the proposal'),
    },
    subject: 'Proposal #proposal_id# will be locked again (#call#)',
    text: `Dear administration office,

An unlocked proposal will be locked again on #until#:

Proposal ID: #proposal_id#
Title: #title#
Proposer: #proposer# (#proposer_email#)

It is #state#.

#link#`,
  },
  proposal_correction: {
    kind: 'proposal_correction',
    label: 'Please check your proposal',
    group,
    when: 'sent to proposers by SEND CONFIRMATION/FOLLOW UP MAIL',
    placeholders: { ...CORRECTION, link: MY_PROPOSAL_LINK },
    subject: 'Please check your proposal (#call#)',
    text: `Dear #name#,

The following proposal, in which you take part, has been submitted:

Proposal ID: #proposal_id#
Title: #title#
Proposer: #proposer# (#affiliation#)

Please check it. If something is wrong, tell the proposer, or reply to this e-mail.

Proposals can be corrected until #correct_until#.

#link#`,
  },
  proposal_correction_collaborator: {
    kind: 'proposal_correction',
    label: 'Please check your proposal, to collaborators',
    group,
    when: 'sent to collaborators by SEND CONFIRMATION/FOLLOW UP MAIL',
    placeholders: CORRECTION,
    subject: 'Please check your proposal (#call#)',
    text: `Dear #name#,

The following proposal, in which you take part, has been submitted:

Proposal ID: #proposal_id#
Title: #title#
Proposer: #proposer# (#affiliation#)

Please check it. If something is wrong, tell the proposer, or reply to this e-mail.

Proposals can be corrected until #correct_until#.`,
  },
} as const satisfies Record<string, MailTemplate>
