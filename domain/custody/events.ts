import { type Amount, formatAmount, formatDifference, formatSmall, type Unit } from './amounts.ts'
import type { Deltas, Holder, Present } from './present.ts'
import { EVENT_KINDS, type EventKind, holdersOf, type PieceState, pieceState, stateAfter } from './status.ts'
import { IN_VAULT } from './write_offs.ts'

/** A piece, as far as its rules need to know it. */
export interface RuledPiece extends Present {
  name: string
  unit: Unit
  parent_id: number | null
  loan_id: number | null
}

/** Kinds that are recorded as they are; splits and counter-events touch several rows and have functions of their own. */
export type RecordedKind = Exclude<EventKind, 'enter' | 'split' | 'split_from' | 'counter'>

/** What a person did with a piece. */
export interface NewEvent {
  kind: RecordedKind
  /** Of 'weigh' the signed difference, of 'loss' and 'consume' how much; in the piece's unit. */
  amount?: Amount
  /** Who has it afterwards, where the kind names them: dispatch, receive, move, hand_over, send_back. */
  holder?: Holder
  /** The loan that it is packed for. */
  loan_id?: number
  /** The second person; a write-off needs one. */
  second?: { id: number; name: string } | null
  reason?: string
  /** Part of the correction of an amount: a split piece takes it too. */
  correcting?: boolean
  /** What else is kept of it: tracking number, method, condition, on whose behalf. */
  details?: Record<string, unknown>
}

const NONE: Deltas = { d_initial: 0, d_present: 0, d_consumed: 0, d_lost: 0, d_difference: 0, d_split: 0 }

/** What an event of a kind adds to the amounts. `amount` as in NewEvent; of a split or an entry the whole. */
export function deltasOf(kind: EventKind, amount: number): Deltas {
  switch (kind) {
    case 'enter':
    case 'split_from':
      return { ...NONE, d_initial: amount, d_present: amount }
    case 'weigh':
      return { ...NONE, d_difference: amount, d_present: amount }
    case 'loss':
    case 'write_off':
      return { ...NONE, d_lost: amount, d_present: minus(amount) }
    case 'consume':
      return { ...NONE, d_consumed: amount, d_present: minus(amount) }
    case 'split':
      return { ...NONE, d_split: amount, d_present: minus(amount) }
    default:
      return NONE
  }
}

/** Never -0, which JSON and PostgreSQL write as 0. */
const minus = (n: number) => (n === 0 ? 0 : -n)

export const negated = (deltas: Deltas): Deltas => ({
  d_initial: minus(deltas.d_initial),
  d_present: minus(deltas.d_present),
  d_consumed: minus(deltas.d_consumed),
  d_lost: minus(deltas.d_lost),
  d_difference: minus(deltas.d_difference),
  d_split: minus(deltas.d_split),
})

/** How much an event takes or adds: all of a piece that is written off. */
export const amountOf = ({ kind, amount }: NewEvent, piece: { present: number }) =>
  kind === 'write_off' ? piece.present : (amount ?? 0)

const lower = (label: string) => label.charAt(0).toLowerCase() + label.slice(1)
const isState = (piece: Pick<RuledPiece, 'name' | 'state'>) =>
  `${piece.name} is ${lower(pieceState.label(piece.state))}`

/** Why a piece cannot have this event now, or null. */
export function whyNotRecord(piece: RuledPiece, event: NewEvent): string | null {
  const { kind } = event
  const amount = amountOf(event, piece)
  const left = piece.present + deltasOf(kind, amount).d_present
  const state = stateAfter(kind, piece, left)
  if (!state || (piece.state === 'split' && !event.correcting))
    return `${isState(piece)}: this cannot be recorded.`
  if ((kind === 'loss' || kind === 'consume') && amount <= 0) return 'Enter how much it is.'
  if (left < 0) return `${piece.name} holds ${formatAmount(piece.unit, piece.present)}, not so much.`
  const hasNothing = left === 0 && piece.unit === 'ug' && state !== 'split'
  if (hasNothing && (kind === 'loss' || (kind === 'weigh' && amount < 0)))
    return `Nothing would be left of ${piece.name}. ${IN_VAULT.includes(piece.state) ? 'Propose to write it off' : 'Report it as lost'}: a write-off needs two persons.`
  if (hasNothing && !GONE_OR_HERE.includes(state))
    return `Weigh ${piece.name} first: its weight is not known.`
  return whyNotHolder(piece, event) ?? whyNotLoan(piece, event) ?? whyNotPersons(event)
}

const NOTHING_LEFT: readonly PieceState[] = ['consumed', 'lost', 'void']
const GONE_OR_HERE: readonly PieceState[] = ['in_curation', 'split', 'consumed', 'lost', 'void']

function whyNotHolder({ name }: RuledPiece, { kind, holder }: NewEvent) {
  const kinds = holdersOf(kind)
  if (!kinds) return null
  return holder && kinds.includes(holder.holder_kind) && holder.holder_name !== ''
    ? null
    : `Name who has ${name} afterwards.`
}

function whyNotLoan(piece: RuledPiece, { kind, loan_id }: NewEvent) {
  if (kind === 'pack') return loan_id === undefined ? `Name the loan that ${piece.name} is packed for.` : null
  return loan_id === undefined || loan_id === piece.loan_id ? null : `${piece.name} is not on that loan.`
}

function whyNotPersons({ kind, second, reason }: NewEvent) {
  if (kind !== 'write_off') return null
  if (!second) return 'A write-off needs two persons.'
  return reason?.trim() ? null : 'Give the reason of the write-off.'
}

// Splits ------------------------------------------------------------------------------------------------------------------

/** A piece that a split makes. */
export interface NewPart {
  amount: number
  form: string
  /** In the vault; '' for what stays with its holder. */
  place?: string
}

export const MAX_PARTS = 99

/** A split: the parts, and what was used and lost in making them; in the piece's unit. */
export interface NewSplit {
  parts: readonly NewPart[]
  consumed: number
  lost: number
  /** How it was used. */
  method?: string
  details?: Record<string, unknown>
}

/** Parts, used and lost less what the piece held: the measured difference of a split. */
export const differenceOfSplit = (present: number, { parts, consumed, lost }: NewSplit) =>
  parts.reduce((sum, { amount }) => sum + amount, consumed + lost) - present

/** Why a piece cannot be split like this, or null. `tolerance`: of the balance, in µg. */
export function whyNotSplit(piece: RuledPiece, split: NewSplit, tolerance: number): string | null {
  if (piece.unit === 'mpa') return `Gas is drawn down, never split: ${piece.name} has no parts.`
  if (!stateAfter('split', piece, 0)) return `${isState(piece)}: it cannot be split.`
  if (split.parts.length === 0) return 'Enter at least one part.'
  if (split.parts.some(({ amount }) => amount <= 0)) return 'Every part has a mass.'
  const difference = differenceOfSplit(piece.present, split)
  if (Math.abs(difference) <= tolerance) return null
  const sum = formatAmount(piece.unit, piece.present + difference)
  return `Parts, used and lost make ${sum}, and ${piece.name} holds ${formatAmount(piece.unit, piece.present)}: ${formatDifference(piece.unit, difference)} is more than the ${formatSmall(piece.unit, tolerance)} that the balance may err.`
}

// Counter-events ------------------------------------------------------------------------------------------------------------

/** An event, as far as the rules of counter-events need to know it. */
export interface CounterableEvent extends Holder {
  number: number
  kind: EventKind
  state: PieceState
  /** It changed the state or the holder. */
  moved: boolean
  countered: boolean
  d_present: number
}

/**
 * Why an event of a piece cannot be taken back, or null. `events`: all of the piece. `touched`: names of parts of a split
 * that have later events. `correcting`: the right amount is recorded with it.
 */
export function whyNotCounter(
  piece: Pick<RuledPiece, 'name' | 'unit' | 'present' | 'state'>,
  event: CounterableEvent,
  events: readonly CounterableEvent[],
  { touched = [], correcting = false }: { touched?: readonly string[]; correcting?: boolean } = {},
): string | null {
  if (event.kind === 'counter') return 'A correction is not taken back: record the event again.'
  if (event.countered) return 'This event has been taken back.'
  if (event.kind === 'split_from')
    return `The split of the piece that ${piece.name} is from is taken back instead.`
  if (
    event.kind === 'enter' &&
    events.some((other) => other !== event && other.kind !== 'counter' && !other.countered)
  )
    return `${piece.name} has later events: take them back first.`
  const later = events.find(
    (other) => other.number > event.number && other.moved && other.kind !== 'counter' && !other.countered,
  )
  if (event.moved && later)
    return `${piece.name} has changed state or hands since (${lower(EVENT_KINDS[later.kind].label)}): take that back first.`
  if (event.kind === 'split' && touched.length > 0)
    return `${touched.join(', ')}: take back what happened to the parts first.`
  if (piece.state === 'split' && !event.moved && event.d_present !== 0 && !correcting)
    return `${piece.name} has been split: its parts hold the rest. Correct the amount instead.`
  if (NOTHING_LEFT.includes(piece.state) && !event.moved && event.d_present !== 0)
    return `${isState(piece)}: take that back first.`
  const left = piece.present - event.d_present
  if (left < 0)
    return `${piece.name} holds ${formatAmount(piece.unit, piece.present)}: less than nothing would be left.`
  if (left === 0 && piece.unit === 'ug' && !event.moved && !GONE_OR_HERE.includes(piece.state))
    return `Nothing would be left of ${piece.name}.`
  return null
}
