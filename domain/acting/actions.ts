/** What an administrator does who looks at the product as somebody else, as the audit log names it. */
export const actingActions = {
  'user.act_as': 'Looked at the product as this user',
  'user.stop_acting': 'Stopped looking as this user',
} as const
