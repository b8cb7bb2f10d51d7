import { address } from '#domain/address.ts'
import { linkTo, mailText } from '#domain/mail_text.ts'
import type { ReviewerProfile } from '#domain/reviewer_profiles/contract.ts'
import type { Config } from '../platform/config.ts'
import type { Mail } from '../platform/outbox/queries.ts'

const listed = (entries: readonly { name: string }[]) => entries.map(({ name }) => name).join(', ') || '-'

/** Asks a reviewer to look at the profile, which the mail shows, and to confirm it. */
export const reviewerProfileMail = (
  config: Config,
  { name, email }: { name: string; email: string },
  profile: ReviewerProfileShown,
): Mail => ({
  kind: 'reviewer_profile',
  recipients: [email],
  subject: 'Please confirm your reviewer profile',
  body: mailText(
    config,
    name,
    'We choose reviewers by what their profiles say. Please check that yours is still right, change what is not, and press Save and confirm:',
    linkTo(config, address('/myprofile')),
    [
      `Keywords: ${listed(profile.keywords)}`,
      `Methods: ${listed(profile.methods)}`,
      `Expertise: ${profile.expertise || '-'}`,
      `Reports in one call, at most: ${profile.max_reports ?? 'no limit of your own'}`,
      `Days away: ${profile.absences.map(({ from_day, until_day }) => `${from_day} to ${until_day}`).join(', ') || '-'}`,
      `Last confirmed: ${profile.confirmed_at?.slice(0, 10) ?? 'not yet'}`,
    ].join('\n'),
    'This is not a request for a review. Proposers do not see your profile.',
  ),
})

type ReviewerProfileShown = Pick<
  ReviewerProfile,
  'keywords' | 'methods' | 'expertise' | 'max_reports' | 'absences' | 'confirmed_at'
>
