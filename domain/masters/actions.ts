/** What happens to the lists of keywords and methods, as the audit log names it. */
export const masterActions = {
  'keyword.add': 'Keyword added',
  'keyword.edit': 'Keyword edited',
  'keyword.adopt': 'Keyword taken over from proposals that typed it',
  'method.add': 'Analysis method added',
  'method.edit': 'Analysis method edited',
  'method.adopt': 'Analysis method taken over from proposals that typed it',
  'proposal.adopt_keyword': 'Typed keyword became one of the list',
  'proposal.adopt_method': 'Typed analysis method became one of the list',
  'settings.save': 'Settings saved',
} as const
