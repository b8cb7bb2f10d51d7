import { MAIL_KINDS, type RecipientGroup } from '#domain/mail_kinds.ts'

/** A line of MAIL_KINDS in domain/mail_kinds.ts. */
export const kinds = {
  ...MAIL_KINDS,
  review_thanks: { label: 'Review thanks', to: 'reviewer', secret: false },
} satisfies Record<string, { label: string; to: RecipientGroup; secret: boolean | 'sometimes' }>
