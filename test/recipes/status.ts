import type { ReportState } from '#domain/reports/status.ts'

/** A state of domain/reports/status.ts. */
export const states = {
  RETURNED: {
    code: 4,
    label: 'Returned',
    colour: 'pink',
    is: 'This report is returned for more work.',
    reviewer: 'open',
    takenOn: true,
    editable: true,
    handedIn: false,
    counted: true,
    underReview: true,
    reminder: 'review',
    request: 'request',
  },
} as const satisfies Record<string, ReportState>
