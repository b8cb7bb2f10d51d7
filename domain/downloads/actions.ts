/** What is handed out of reviews, as the audit log names it: files that hold scores, ranks or comments. */
export const downloadActions = {
  'export.reviews': 'Reviews exported',
  'report.download': 'Report downloaded',
  'proposal.archive': 'Archive with its reports downloaded',
} as const
