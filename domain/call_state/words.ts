const DAY_MS = 24 * 60 * 60 * 1000

/** 'one day', '12 days'. */
export const days = (count: number) => (count === 1 ? 'one day' : `${count} days`)

/** Whole days that have passed since an instant. */
export const daysSince = (instant: string, now: Date) =>
  Math.max(0, Math.floor((+now - Date.parse(instant)) / DAY_MS))

/** 'one reviewer', '12 reviewers'. */
export const many = (count: number, noun: string) => (count === 1 ? `one ${noun}` : `${count} ${noun}s`)

/** The first `most` of what is listed, and how many others: 'Ann, Bo and 10 others'. */
export function listed(items: readonly string[], most: number): string {
  const shown = items.length === most + 1 ? items : items.slice(0, most)
  const rest = items.length - shown.length
  const parts = rest > 0 ? [...shown, `${rest} others`] : shown
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
