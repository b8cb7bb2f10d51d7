/** What happens to group mails and mails, as the audit log names it. */
export const mailActions = {
  'group_mail.add': 'Group mail added',
  'mail.retry': 'Failed mail sent again',
  'group_mail.edit': 'Group mail edited',
  'group_mail.delete': 'Group mail deleted',
  'group_mail.send': 'Group mail sent',
} as const
