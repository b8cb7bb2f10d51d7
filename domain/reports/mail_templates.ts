import { link, type MailTemplate, NAME } from '../mail_merge.ts'
import { durationText } from '../session/durations.ts'

const group = 'Reviews'
const DASHBOARD = link('Link to the dashboard')
const PROPOSAL = {
  is: "The call, number and title of the proposal: 'AO7, proposal 75: …'",
  required: true,
} as const
const REVIEWER = {
  reviewer: { is: "The reviewer's name" },
  reviewer_email: { is: "The reviewer's e-mail address" },
} as const
const REPORTS_FOR_OFFICE = {
  is: 'The proposals, each with a link to its reports',
  required: true,
  list: true,
} as const

const VALID_FOR = { is: `How long the links work: ${durationText('answer_link')}` } as const

const toReviewer = { name: NAME, proposal: PROPOSAL } as const

/** How a reviewer steps back, in mails that ask for an answer. */
const DECLINE_FOR_CONFLICT =
  'If you have a conflict of interest with a proposal, please decline its review and give that as the reason.'

/** Templates of the mails about reviews. */
export const reportTemplates = {
  review_request: {
    kind: 'review_request',
    label: 'Review request',
    group,
    when: 'sent to a reviewer when a report is requested',
    placeholders: {
      name: NAME,
      proposals: {
        is: 'The proposals, each with its due date and a personal link to answer',
        required: true,
        list: true,
        secret: true,
      },
      call: { is: 'The call, such as AO7' },
      due_date: { is: 'The day on which the first of the reports is due' },
      valid_for: VALID_FOR,
      link: DASHBOARD,
    },
    subject: 'Request to review proposals',
    text: `Dear #name#,

We would be grateful if you would review the following:

#proposals#

Each of these links answers one request and works for #valid_for#. Please do not pass them on.

You can also accept or decline on the dashboard:
#link#

${DECLINE_FOR_CONFLICT}`,
  },
  review_reminder: {
    kind: 'review_reminder',
    label: 'Reminder',
    group,
    when: 'sent to a reviewer who has not answered a request or submitted a report',
    placeholders: {
      name: NAME,
      requests: {
        is: 'The requests without an answer, each with its due date and a personal link; empty if there are none',
        list: true,
        secret: true,
        optional: true,
      },
      valid_for: VALID_FOR,
      reports: {
        is: 'The reports to submit, each with its due date and link; empty if there are none',
        list: true,
        optional: true,
      },
      link: DASHBOARD,
    },
    subject: 'Reminder: reviews of proposals',
    text: `Dear #name#,

You have not yet answered these review requests. Please accept or decline them:
#requests#
Each of these links answers one request and works for #valid_for#. Please do not pass them on. ${DECLINE_FOR_CONFLICT}

These reports have not been submitted yet:
#reports#

You will find all your reviews on the dashboard:
#link#`,
  },
  review_declined: {
    kind: 'review_declined',
    label: 'Request withdrawn',
    group,
    when: 'sent to a reviewer when the office declines a request for them',
    placeholders: toReviewer,
    subject: 'Review request withdrawn',
    text: `Dear #name#,

The administration office has withdrawn its request to review this proposal; no further action is needed:

#proposal#`,
  },
  review_withdrawn: {
    kind: 'review_withdrawn',
    label: 'Review withdrawn',
    group,
    when: 'sent to a reviewer when the office withdraws an accepted review',
    placeholders: { ...toReviewer, reason: { is: "The office's reason", required: true, list: true } },
    subject: 'Your review was withdrawn',
    text: `Dear #name#,

The administration office has withdrawn your review of this proposal; no further action is needed:

#proposal#

Reason: #reason#`,
  },
  review_closed: {
    kind: 'review_closed',
    label: 'Report no longer needed',
    group,
    when: 'sent to a reviewer whose report is no longer needed; it must not say that the proposal has a score',
    placeholders: toReviewer,
    subject: 'Your report is no longer needed',
    text: `Dear #name#,

The review of this proposal is closed. Your report on it is no longer needed, and nothing is expected from you:

#proposal#`,
  },
  report_cancelled: {
    kind: 'report_cancelled',
    label: 'Report reopened',
    group,
    when: 'sent to a reviewer when the office reopens a submitted report',
    placeholders: { ...toReviewer, link: link('Link to the form of the report') },
    subject: 'Your report was reopened',
    text: `Dear #name#,

The administration office has reopened your submitted report. Please edit it and submit it again:

#proposal#

#link#`,
  },
  report_received: {
    kind: 'report_received',
    label: 'Report received',
    group,
    when: 'sent to a reviewer when a report is submitted',
    placeholders: { ...toReviewer, link: link('Link to the report') },
    subject: 'Your report was received',
    text: `Dear #name#,

Thank you. We have received your report on this proposal; no further action is needed:

#proposal#

#link#`,
  },
  review_accepted: {
    kind: 'review_accepted',
    label: 'Reviews accepted, to the office',
    group,
    when: 'sent to the office when a reviewer accepts',
    placeholders: { ...REVIEWER, reports: REPORTS_FOR_OFFICE },
    subject: 'Reviews accepted by #reviewer#',
    text: `Dear administration office,

#reviewer# (#reviewer_email#) has accepted the following:

#reports#`,
  },
  review_declined_by_reviewer: {
    kind: 'review_declined_by_reviewer',
    label: 'Reviews declined, to the office',
    group,
    when: 'sent to the office when a reviewer declines',
    placeholders: {
      ...REVIEWER,
      reports: REPORTS_FOR_OFFICE,
      reason: {
        is: 'The reason, with whom the reviewer suggests; empty if none is given',
        list: true,
        optional: true,
      },
    },
    subject: 'Reviews declined by #reviewer#',
    text: `Dear administration office,

#reviewer# (#reviewer_email#) has declined the following:

#reports#

#reason#

You can add other reviewers in the Review tab of each proposal.`,
  },
} as const satisfies Record<string, MailTemplate>
