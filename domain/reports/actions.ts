/** What happens to reports, as the audit log names it. */
export const reportActions = {
  'report.add': 'Reviewer added',
  'report.request': 'Review requested',
  'report.ask_again': 'Review asked for again',
  'report.accept': 'Review accepted',
  'report.decline': 'Review declined',
  'report.edit': 'Report saved',
  'report.submit': 'Report submitted',
  'report.cancel': 'Submission of a report cancelled',
  'report.withdraw': 'Report withdrawn',
  'report.remove': 'Reviewer removed',
  'report.remind': 'Reviewer reminded',
  'report.rank': 'Rank saved',
} as const
