import { link, type MailTemplate, NAME } from '../mail_merge.ts'

/** Template of the mail about a reviewer's profile. */
export const reviewerProfileTemplates = {
  reviewer_profile: {
    kind: 'reviewer_profile',
    label: 'Confirm the reviewer profile',
    group: 'Reviews',
    when: 'sent to a reviewer whom the office asks to confirm their profile',
    placeholders: {
      name: NAME,
      link: link('Link to the profile'),
      keywords: { is: 'Keywords of the profile' },
      methods: { is: 'Methods of the profile' },
      expertise: { is: 'The line on expertise' },
      max_reports: { is: 'How many reports in one call, at most' },
      days_away: { is: 'Days away' },
      confirmed: { is: "When it was last confirmed, or 'not yet'" },
    },
    subject: 'Please confirm your reviewer profile',
    text: `Dear #name#,

We choose reviewers by what their profiles say. Please check that yours is still right, change what is not, and press Save and confirm:

#link#

Keywords: #keywords#
Methods: #methods#
Expertise: #expertise#
Reports in one call, at most: #max_reports#
Days away: #days_away#
Last confirmed: #confirmed#

This is not a request for a review. Proposers do not see your profile.`,
  },
} as const satisfies Record<string, MailTemplate>
