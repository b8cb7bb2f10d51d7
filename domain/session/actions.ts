/** What happens to sessions and passwords, as the audit log names it. */
export const sessionActions = {
  'user.login': 'Signed in',
  'user.fail_login': 'Sign-in failed',
  'user.logout': 'Signed out',
  'user.change_password': 'Password changed',
  'user.request_reset': 'Password reset asked for',
  'user.reset_password': 'Password reset',
  'user.fail_second_factor': 'Second factor not right',
  'user.add_passkey': 'Passkey added',
  'user.remove_passkey': 'Passkey removed',
  'user.add_app': 'Authenticator app added',
  'user.remove_app': 'Authenticator app removed',
  'user.make_recovery_codes': 'Recovery codes made',
  'user.reset_second_factor': 'Second factor reset',
  'user.end_session': 'Session ended',
  'user.end_other_sessions': 'Other sessions ended',
} as const
