/** Why a reviewer declines a request. A conflict is also recorded as one. */
export const DECLINE_REASONS = {
  conflict: 'I have a conflict of interest',
  time: 'I have no time',
  field: 'It is outside my field',
  other: 'Another reason',
} as const
export type DeclineReason = keyof typeof DECLINE_REASONS
export const DECLINE_REASON_NAMES = Object.keys(DECLINE_REASONS) as [DeclineReason, ...DeclineReason[]]

/** The same as short labels. */
export const DECLINE_LABELS: Record<DeclineReason, string> = {
  conflict: 'Conflict of interest',
  time: 'No time',
  field: 'Outside my field',
  other: 'Other',
}

/** The same reasons as the office reads them. */
const REASONS_FOR_OFFICE: Record<DeclineReason, string> = {
  conflict: 'Conflict of interest',
  time: 'No time',
  field: 'Outside their field',
  other: 'Another reason',
}

export interface Decline {
  decline_reason: DeclineReason | null
  decline_note: string
  decline_suggestion: string
  conflict_stated?: boolean
}

const NOT_CONFIRMED =
  'Stated through the link in the e-mail: the reviewer has yet to confirm it after signing in, and cannot be asked again until then.'

/** 'No time: I am at sea until May. Suggests Aoi Aaa.'; null when no reason was given. */
export function declineText({
  decline_reason,
  decline_note,
  decline_suggestion,
  conflict_stated = false,
}: Decline): string | null {
  if (decline_reason === null) return null
  const reason = REASONS_FOR_OFFICE[decline_reason]
  return [
    decline_note ? `${reason}: ${decline_note}` : reason,
    decline_suggestion && `Suggests: ${decline_suggestion}`,
    conflict_stated && NOT_CONFIRMED,
  ]
    .filter(Boolean)
    .join('\n')
}
