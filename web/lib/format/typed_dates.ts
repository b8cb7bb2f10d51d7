/** YYYY-MM-DD, and a time HH:mm after a space or T where there is one. */
const TYPED = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T\s]+(\d{1,2}):(\d{2}))?$/u

const two = (number: number) => String(number).padStart(2, '0')

/** The parts of a typed date that the calendar has; null for anything else. */
function partsOf(text: string): [number, number, number, number | null, number] | null {
  const found = TYPED.exec(text.trim())
  if (!found) return null
  const [year, month, date, hour, minute] = found
    .slice(1)
    .map((part) => (part === undefined ? null : Number(part)))
  const at = new Date(Date.UTC(year!, month! - 1, date!))
  const exists = year! > 0 && at.getUTCMonth() === month! - 1 && at.getUTCDate() === date
  if (!exists || (hour ?? 0) > 23 || (minute ?? 0) > 59) return null
  return [year!, month!, date!, hour ?? null, minute ?? 0]
}

/** A typed day as YYYY-MM-DD; null where it is none. */
export function parseDay(text: string): string | null {
  const parts = partsOf(text)
  if (!parts || parts[3] !== null) return null
  return `${String(parts[0]).padStart(4, '0')}-${two(parts[1])}-${two(parts[2])}`
}

/** A typed date and time of the viewer's zone as a UTC instant, midnight without a time; null where it is none. */
export function parseInstant(text: string): string | null {
  const parts = partsOf(text)
  if (!parts) return null
  const [year, month, date, hour, minute] = parts
  const at = new Date(year, month - 1, date, hour ?? 0, minute)
  // The constructor takes the years 0 to 99 for 1900 to 1999.
  at.setFullYear(year)
  return at.toISOString()
}

/** A typed date and time in UTC as an instant, midnight without a time; null where it is none. */
export function parseUtc(text: string): string | null {
  const parts = partsOf(text)
  if (!parts) return null
  const [year, month, date, hour, minute] = parts
  const at = new Date(Date.UTC(year, month - 1, date, hour ?? 0, minute))
  at.setUTCFullYear(year)
  return at.toISOString()
}
