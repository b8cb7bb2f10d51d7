import type { Unit } from '../amounts.ts'
import { type PieceState, pieceState } from '../status.ts'
import { type Answer, type Condition, type EntryStateCode, entryState, type Question } from './status.ts'

const { CONFIRMED, DIFFERS, NOT_THERE, UNLISTED, NOT_ANSWERED, ON_ITS_WAY, NOT_HELD, RESOLVED } =
  entryState.code

/** Tolerances of the balance and of the gauge: in µg, and in mPa. */
export type Tolerance = Record<Unit, number>

/** What the state of an entry follows from. `piece` is null for what is not on record. */
export interface EntryFacts {
  answer: Answer | null
  condition: Condition
  question: Question | null
  /** What the holder found and what was on record then, in the piece's unit. */
  found: number | null
  on_record: number | null
  resolved_at: string | null
  /** Its state when the inventory was closed. */
  closed_as: EntryStateCode | null
  piece: { state: PieceState; unit: Unit } | null
}

const { RECEIVED, IN_USE, DISPATCHED, SENT_BACK, PACKED } = pieceState.code
/** States of a piece that a holder can look at. */
export const IN_HANDS: readonly PieceState[] = [RECEIVED, IN_USE]
/** States of a piece that nobody can look at; it may be in someone's hands before the inventory is closed. */
export const ON_THE_WAY: readonly PieceState[] = [DISPATCHED, SENT_BACK]

/** Found less what was on record; null without a figure. */
export const differenceOf = ({ found, on_record }: Pick<EntryFacts, 'found' | 'on_record'>) =>
  found === null || on_record === null ? null : found - on_record

/** Whether a piece is in someone's hands outside curation: what an inventory asks for. */
const isHeld = (state: PieceState) => IN_HANDS.includes(state)

/** The state of an entry. A piece that came back or was split whole since it was asked for owes no answer. */
export function stateOf(entry: EntryFacts, tolerance: Tolerance): EntryStateCode {
  const { piece, answer, question } = entry
  if (entry.closed_as !== null) return entry.closed_as
  if (entry.resolved_at !== null) return RESOLVED
  if (answer === 'unlisted') return UNLISTED
  if (answer === null || question === 'weigh' || question === 'split') {
    if (piece === null || isHeld(piece.state)) return NOT_ANSWERED
    return [...ON_THE_WAY, PACKED].includes(piece.state) ? ON_ITS_WAY : NOT_HELD
  }
  if (answer === 'not_there') return NOT_THERE
  const difference = differenceOf(entry) ?? 0
  const beyond = piece !== null && Math.abs(difference) > tolerance[piece.unit]
  return beyond || entry.condition === 'broken' ? DIFFERS : CONFIRMED
}

/** What the office can do about a difference; the first that fits is the one on its row. */
export const ACTS = {
  write_off: 'Start a write-off',
  weigh: 'Ask to weigh again',
  loss: 'Record a loss',
  split: 'Ask for the split',
  curation: 'Ask curation',
  accept: 'Accept as measured',
  note: 'Resolve with a note',
} as const
export type Act = keyof typeof ACTS
export const ACT_NAMES = Object.keys(ACTS) as Act[]

type Differing = Pick<EntryFacts, 'answer' | 'condition' | 'question' | 'piece'> & {
  difference: number | null
}

/** The acts on a difference, the suggested one first. */
export function actsOn({ answer, condition, question, piece, difference }: Differing): Act[] {
  if (answer === 'unlisted') return question === 'curation' ? ['note'] : ['curation', 'note']
  if (answer === 'not_there') return ['write_off', 'weigh', 'note']
  const isGas = piece?.unit === 'mpa'
  const less = difference !== null && difference < 0
  const measured: Act[] = less ? ['loss', 'weigh', 'accept'] : ['weigh', 'accept']
  const all: Act[] = condition === 'broken' && !isGas ? ['split', ...measured] : measured
  return [...all, 'note']
}

/** Whether an act takes a reason that the office writes. */
export const needsReason = (act: Act) => act === 'note' || act === 'write_off' || act === 'loss'

const DAY_MS = 24 * 60 * 60 * 1000
export const REMINDER_DAYS_BEFORE = 7
export const REMINDER_EVERY_DAYS = 7

const startOf = (day: string) => Date.parse(`${day}T00:00:00.000Z`)
export const dayOf = (now: Date | string) => new Date(now).toISOString().slice(0, 10)
export const addDays = (day: string, days: number) => dayOf(new Date(startOf(day) + days * DAY_MS))

/** The days of automatic reminders: 7 days before the last day, on it, and every 7 days from then on, up to `until`. */
function* reminderDays(until: string) {
  for (let days = -REMINDER_DAYS_BEFORE; ; days += REMINDER_EVERY_DAYS) yield addDays(until, days)
}

/** The next day of an automatic reminder after `today`. */
export function nextReminder(until: string, today: string): string {
  for (const day of reminderDays(until)) if (day > today) return day
  throw new Error('unreachable')
}

/** Whether an automatic reminder is due for who was last asked or reminded at `last`. */
export function isReminderDue(until: string, last: string, now: Date): boolean {
  const today = dayOf(now)
  let due: string | null = null
  for (const day of reminderDays(until)) {
    if (day > today) break
    due = day
  }
  return due !== null && dayOf(last) < due
}

/** The day from which an inventory is due: so many months after the last was asked; null while it is off or one is open. */
export function inventoryDueOn(last: { asked_at: string; closed_at: string | null } | null, months: number) {
  if (months === 0 || last === null || last.closed_at === null) return null
  const due = new Date(last.asked_at)
  const month = due.getUTCMonth() + months
  const day = due.getUTCDate()
  due.setUTCDate(1)
  due.setUTCMonth(month)
  const lastDay = new Date(Date.UTC(due.getUTCFullYear(), due.getUTCMonth() + 1, 0)).getUTCDate()
  due.setUTCDate(Math.min(day, lastDay))
  return dayOf(due)
}

/** Why an inventory cannot be closed, or null. Holders who have not answered are named when it is closed, and stay owing. */
export function whyNotClose({ differences, to_accept }: { differences: number; to_accept: number }) {
  if (differences > 0)
    return `${differences === 1 ? '1 difference is' : `${differences} differences are`} not resolved.`
  if (to_accept > 0)
    return `${to_accept === 1 ? '1 answer is' : `${to_accept} answers are`} not accepted yet.`
  return null
}
