/** What happens to sessions and passwords, as the audit log names it. */
export const sessionActions = {
  'user.login': 'Signed in',
  'user.fail_login': 'Sign-in failed',
  'user.logout': 'Signed out',
  'user.change_password': 'Password changed',
  'user.request_reset': 'Password reset asked for',
  'user.reset_password': 'Password reset',
} as const
