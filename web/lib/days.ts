const DAY_MS = 86_400_000

/** The days since 1970 of the date that a calendar shows where the viewer is. */
const dayNumber = (at: Date) => Date.UTC(at.getFullYear(), at.getMonth(), at.getDate()) / DAY_MS

/** Days from now to an instant as a calendar counts them where the viewer is: 0 is today, yesterday -1. */
export const daysTo = (instant: string, now: Date): number => dayNumber(new Date(instant)) - dayNumber(now)

const counted = (days: number) => (days === 1 ? '1 day' : `${days} days`)

/** How long it is to an instant: '75 days', 'today', and once it has passed '4 days late'. */
export function timeLeft(instant: string, now: Date): string {
  const days = daysTo(instant, now)
  if (+now < Date.parse(instant)) return days <= 0 ? 'today' : counted(days)
  return days >= 0 ? 'since today' : `${counted(-days)} late`
}
