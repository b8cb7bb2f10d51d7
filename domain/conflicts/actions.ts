/** What happens to conflicts of interest, as the audit log names it. */
export const conflictActions = {
  'conflict.declare': 'Conflict of interest declared',
  'conflict.take_back': 'Conflict of interest taken back',
} as const
