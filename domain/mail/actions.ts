/** What happens to group mails and mails, as the audit log names it. */
export const mailActions = {
  'group_mail.add': 'Group mail added',
  'mail.retry': 'Failed mail sent again',
} as const
