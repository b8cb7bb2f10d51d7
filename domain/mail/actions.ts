/** What happens to group mails, as the audit log names it. */
export const mailActions = {
  'group_mail.add': 'Group mail added',
} as const
