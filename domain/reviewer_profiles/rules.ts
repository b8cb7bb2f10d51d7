const DAY_MS = 24 * 60 * 60 * 1000

/** A profile counts as confirmed, or its reviewer as asked, for half a year: a call is one a year. */
export const RECENT_DAYS = 182
/** Who was asked within these days is not asked again: two windows, or two members of the office, ask once. */
const ASK_AGAIN_DAYS = 7
const YEAR_DAYS = 365

interface Asked {
  confirmed_at: string | null
  asked_at: string | null
}

const within = (days: number, at: string | null, now: Date) =>
  at !== null && +now - Date.parse(at) < days * DAY_MS

export const isConfirmed = ({ confirmed_at }: Asked, now: Date) => within(RECENT_DAYS, confirmed_at, now)

/** Asked recently, and still to answer. */
export const isAsked = (profile: Asked, now: Date) =>
  !isConfirmed(profile, now) && within(RECENT_DAYS, profile.asked_at, now)

/** Whether the office's command asks this reviewer. */
export const isToAsk = (profile: Asked, now: Date) =>
  !isConfirmed(profile, now) && !within(ASK_AGAIN_DAYS, profile.asked_at, now)

/** Whether the yearly reminder is due: neither confirmed nor asked for a year. Who was never asked is not reminded. */
export const isYearlyReminderDue = ({ confirmed_at, asked_at }: Asked, now: Date) =>
  (confirmed_at !== null || asked_at !== null) &&
  !within(YEAR_DAYS, confirmed_at, now) &&
  !within(YEAR_DAYS, asked_at, now)

interface Days {
  from_day: string
  until_day: string
}

/** Whether two ranges of days, both ends included, have a day in common. */
export const overlaps = (one: Days, other: Days) =>
  one.from_day <= other.until_day && other.from_day <= one.until_day
