/** What happens to announcements, as the audit log names it. */
export const informationActions = {
  'information.add': 'Announcement added',
  'information.edit': 'Announcement edited',
  'information.delete': 'Announcement deleted',
} as const
