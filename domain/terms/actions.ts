/** What happens to terms, as the audit log names it. */
export const termActions = {
  'term.add': 'Term added',
  'term.make_current': 'Term made current',
} as const
