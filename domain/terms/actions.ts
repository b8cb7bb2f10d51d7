/** What happens to terms, as the audit log names it. */
export const termActions = {
  'term.add': 'Term added',
  'term.edit': 'Term edited',
  'term.make_current': 'Term made current',
  'term.disable': 'Term closed',
  'term.enable': 'Term opened again',
} as const
