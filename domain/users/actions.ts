/** What happens to users, as the audit log names it. */
export const userActions = {
  'user.create': 'User created',
  'user.edit': 'User edited',
  'user.edit_profile': 'Profile edited',
  'user.ask_email': 'New e-mail address asked for',
  'user.change_email': 'E-mail address changed',
  'user.send_reset': 'Password reset link sent',
  'user.delete': 'User deleted',
} as const
