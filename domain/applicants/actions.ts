/** What happens to applicants, as the audit log names it. */
export const applicantActions = {
  'applicant.create': 'Notice of Intent received',
  'applicant.edit': 'Applicant edited',
  'applicant.register': 'Applicant registered',
  'applicant.reject': 'Applicant rejected',
  'applicant.reject_no_mail': 'Applicant rejected without a mail',
  'applicant.cancel_reject': 'Rejection cancelled',
} as const
