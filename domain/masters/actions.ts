/** What happens to the lists of keywords and methods, as the audit log names it. */
export const masterActions = {
  'keyword.add': 'Keyword added',
  'method.add': 'Analysis method added',
  'settings.save': 'Settings saved',
} as const
