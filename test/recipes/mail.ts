import { address } from '#domain/address.ts'
import { MAIL_KINDS, type RecipientGroup } from '#domain/mail_kinds.ts'
import { link, type MailTemplate, NAME, type ValuesOf } from '#domain/mail_merge.ts'
import { linkTo } from '#domain/mail_text.ts'
import { proposalLine, type ReportSubject } from '#domain/reports/reminders.ts'
import type { Config } from '#server/platform/config.ts'

/** A line of MAIL_KINDS in domain/mail_kinds.ts. */
export const kinds = {
  ...MAIL_KINDS,
  review_thanks: { label: 'Review thanks', to: 'reviewer', secret: false },
} satisfies Record<string, { label: string; to: RecipientGroup; secret: boolean | 'sometimes' }>

/** An entry of the templates of reports. */
const templates = {
  review_thanks: {
    kind: 'review_thanks',
    label: 'Thanks for a review',
    group: 'Reviews',
    when: 'sent to a reviewer when the allocation is confirmed',
    placeholders: { name: NAME, proposal: { is: 'The proposal' }, link: link('Link to the report') },
    subject: 'Thank you for your review',
    text: 'Dear #name#,\n\nThank you for your report on #proposal#:\n\n#link#',
  },
} as const satisfies Record<string, Omit<MailTemplate, 'kind'> & { kind: keyof typeof kinds }>

type Report = ReportSubject & { name: string; email: string }
interface ThanksMail {
  template: keyof typeof templates
  recipients: string[]
  values: ValuesOf<(typeof templates)['review_thanks']>
}

export const thanksMail = (config: Config, report: Report): ThanksMail => ({
  template: 'review_thanks',
  recipients: [report.email],
  values: {
    name: report.name,
    proposal: proposalLine(report),
    link: linkTo(config, address('/reports/detail/$id', { id: report.id })),
  },
})
