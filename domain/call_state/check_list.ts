interface Check {
  label: string
  verb: string
  /** Nothing in the system can tell that it is done: the office marks it. */
  byHand?: true
}

/** What there is to do for a call, in display order. */
export const CHECKS = {
  dates: { label: 'Dates', verb: 'Check', byHand: true },
  samples: { label: 'Samples on offer', verb: 'See' },
  keywords: { label: 'Keywords', verb: 'See' },
  methods: { label: 'Analysis methods', verb: 'See' },
  texts: { label: 'Guidance and score texts', verb: 'Read', byHand: true },
  templates: { label: 'Mail templates', verb: 'Read', byHand: true },
  reminders: { label: 'Automatic reminders', verb: 'See' },
  profiles: { label: 'Reviewers asked to confirm their profile', verb: 'Ask' },
  announcement: { label: 'Announcement', verb: 'Write' },
  current: { label: 'Made the current call', verb: 'See' },
  notices: { label: 'Notices of Intent open', verb: 'See' },
} as const satisfies Record<string, Check>
export type CheckKey = keyof typeof CHECKS
export const CHECK_KEYS = Object.keys(CHECKS) as [CheckKey, ...CheckKey[]]

/** Those that the office marks. */
export const CHECKS_BY_HAND = CHECK_KEYS.filter((key) => 'byHand' in CHECKS[key]) as [CheckKey, ...CheckKey[]]

/** An announcement belongs to a call from this many days before its notices open. */
export const ANNOUNCED_DAYS_BEFORE = 60
