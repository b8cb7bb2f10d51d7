import { formatAmount, formatSmall, parseAmount, type Unit, writtenUnit } from '../amounts.ts'

// What is typed into the forms of a holder's acts, as amounts and sentences. Nothing here decides: the server's rules do.

/** A small amount as it is typed, in µg of a solid and Pa of a gas; null when it is none. An empty field is 0. */
export function parseSmall(unit: Unit, text: string): number | null {
  if (text.trim() === '') return 0
  if (unit === 'mpa') return notNegative(parseAmount(unit, text))
  return /^\d{1,12}$/u.test(text.trim()) ? Number(text.trim()) : null
}

/** A measured amount as it is typed, in mg or Pa; null when it is none or the field is empty. */
export const parseMeasured = (unit: Unit, text: string): number | null => notNegative(parseAmount(unit, text))

const notNegative = (n: number | null) => (n !== null && n >= 0 ? n : null)

/** What a small amount is typed in. */
export const smallUnit = (unit: Unit) => (unit === 'ug' ? 'µg' : writtenUnit(unit))

/** Why a typed amount is none, for its field; null while it is empty. */
export const whyNotMeasured = (unit: Unit, text: string): string | null =>
  text.trim() === '' || parseMeasured(unit, text) !== null
    ? null
    : unit === 'ug'
      ? 'Type mg with at most three decimals, such as 1.870.'
      : 'Type Pa with at most three decimals, such as 68.5.'

export const whyNotSmall = (unit: Unit, text: string): string | null =>
  parseSmall(unit, text) !== null
    ? null
    : unit === 'ug'
      ? 'Type whole µg, such as 260.'
      : whyNotMeasured(unit, text)

/** Measured less what is on record; null while nothing can be read. */
export function typedDifference(unit: Unit, on_record: number, text: string): number | null {
  const measured = parseMeasured(unit, text)
  return measured === null ? null : measured - on_record
}

/** 'A0106-01 is 24 µg lighter than sent; 5 µg is the tolerance.' Null within the tolerance. */
export function beyondTolerance(
  { name, unit }: { name: string; unit: Unit },
  difference: number,
  tolerance: number,
  than: 'sent' | 'on record',
): string | null {
  if (Math.abs(difference) <= tolerance) return null
  const amount = formatSmall(unit, Math.abs(difference))
  const [less, more] = unit === 'ug' ? ['lighter', 'heavier'] : ['less', 'more']
  const is = unit === 'ug' ? 'is' : 'has'
  return `${name} ${is} ${amount} ${difference < 0 ? less : more} than ${than}; ${formatSmall(unit, tolerance)} is the tolerance.`
}

/** A split as it is typed: parts in mg, used and lost in µg. */
export interface TypedSplit {
  parts: readonly { amount: string }[]
  used: string
  lost: string
}

/** What a typed split comes to. */
export interface SplitBalance {
  /** 'incomplete' while a field cannot be read; 'near': it differs, within the tolerance of the balance. */
  state: 'incomplete' | 'balanced' | 'near' | 'missing' | 'over'
  /** On record less everything that was typed, in µg; 0 while incomplete. */
  missing: number
  /** The verdict: '15 µg are missing'. */
  title: string
  /** The sum: '1.104 + 0.742 + 0 + 0.009 = 1.855 of 1.870 mg'. */
  sum: string
}

/** The balance of a typed split against the mass on record. `tolerance` in µg. */
export function splitBalance(present: number, typed: TypedSplit, tolerance: number): SplitBalance {
  const parts = typed.parts.map(({ amount }) => parseMeasured('ug', amount))
  const used = parseSmall('ug', typed.used)
  const lost = parseSmall('ug', typed.lost)
  const on_record = formatAmount('ug', present)
  const amounts = [...parts, used, lost]
  const sum = amounts.reduce<number>((total, n) => total + (n ?? 0), 0)
  const missing = present - sum
  const shown = `${amounts.map((n) => (n ? inMg(n) : '0')).join(' + ')} = ${inMg(sum)} of ${on_record}`
  const complete = amounts.every((n) => n !== null) && parts.every((n) => n !== 0)
  if (!complete && missing >= 0)
    return {
      state: 'incomplete',
      missing: 0,
      title: `${formatSmall('ug', missing)} still to weigh`,
      sum: shown,
    }
  if (missing === 0) return { state: 'balanced', missing, title: 'It balances', sum: shown }
  const amount = formatSmall('ug', Math.abs(missing))
  if (Math.abs(missing) <= tolerance)
    return {
      state: 'near',
      missing,
      title: `${amount} ${missing > 0 ? 'less' : 'more'} than on record, as near as a balance can be`,
      sum: `${shown}. The difference is recorded as measured.`,
    }
  return missing > 0
    ? { state: 'missing', missing, title: `${amount} ${areOrIs(missing)} missing`, sum: shown }
    : { state: 'over', missing, title: `${amount} more than on record`, sum: shown }
}

const inMg = (n: number) => formatAmount('ug', n).replace(' mg', '')
const areOrIs = (n: number) => (n === 1 ? 'is' : 'are')

/** The handling loss with what is missing added to it, as it is typed. */
export const lossWithMissing = (lost: string, missing: number) =>
  String((parseSmall('ug', lost) ?? 0) + Math.max(0, missing))

/** Why the button of a split waits, or null. */
export const whyNotSplitYet = ({ state, title }: SplitBalance): string | null => {
  if (state === 'incomplete') return 'Weigh each part.'
  return state === 'missing' || state === 'over' ? `${title}: it must balance first.` : null
}

/** What is left after an amount was used and another lost, both as typed; null when they cannot be read. */
export function leftAfter(unit: Unit, present: number, used: string, lost: string): number | null {
  const [consumed, loss] = [parseSmall(unit, used), parseSmall(unit, lost)]
  return consumed === null || loss === null ? null : present - consumed - loss
}

/** Why the button of a use waits, or null. */
export function whyNotConsumeYet(
  { name, unit, present }: { name: string; unit: Unit; present: number },
  used: string,
  lost: string,
): string | null {
  const left = leftAfter(unit, present, used, lost)
  if (left === null) return whyNotSmall(unit, used) ?? whyNotSmall(unit, lost)
  if (left === present) return 'Enter how much it is.'
  return left < 0 ? `${name} holds ${formatAmount(unit, present)}, not so much.` : null
}

/** How a piece arrived, as it is chosen. */
export const AS_SENT = 'As sent'
export const CONDITIONS = [AS_SENT, 'Moved in its container', 'Broken', 'Container damaged', 'Other']

/** What is recorded of the condition: nothing as sent; else what was chosen and what was written about it. */
export const conditionText = ({ condition, note }: { condition: string; note: string }) =>
  condition === AS_SENT ? '' : [condition, note.trim()].filter(Boolean).join(': ')
