import { address } from '#domain/address.ts'
import { linkTo } from '#domain/mail_text.ts'
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
  template: 'reviewer_profile',
  recipients: [email],
  values: {
    name,
    link: linkTo(config, address('/myprofile')),
    keywords: listed(profile.keywords),
    methods: listed(profile.methods),
    expertise: profile.expertise || '-',
    max_reports: profile.max_reports === null ? 'no limit of your own' : String(profile.max_reports),
    days_away:
      profile.absences.map(({ from_day, until_day }) => `${from_day} to ${until_day}`).join(', ') || '-',
    confirmed: profile.confirmed_at?.slice(0, 10) ?? 'not yet',
  },
})

type ReviewerProfileShown = Pick<
  ReviewerProfile,
  'keywords' | 'methods' | 'expertise' | 'max_reports' | 'absences' | 'confirmed_at'
>
