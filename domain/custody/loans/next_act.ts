import { formatSmall, type Unit } from '../amounts.ts'
import type { PieceState } from '../status.ts'
import { daysBetween } from './due.ts'
import { isAccountedFor, isWithHolder, loanState, loanStatus } from './status.ts'

/** Whoever has to act next. Curation's acts are open to the office too. */
export const WAITS_FOR = ['office', 'curation', 'holder'] as const
export type WaitsFor = (typeof WAITS_FOR)[number]

/** What can be due in a loan, in the order in which the office looks at it. */
export const ACT_KINDS = [
  'extension',
  'difference',
  'missing',
  'lost',
  'write_off',
  'move',
  'confirm_return',
  'unlent',
  'countersign',
  'choose_parts',
  'dispatch',
  'pack',
  'send_agreement',
  'close',
  'remind',
  'weigh_again',
  'receive',
  'sign',
  'return',
  'report',
] as const
export type ActKind = (typeof ACT_KINDS)[number]

export interface DueAct {
  who: WaitsFor
  kind: ActKind
  /** For who has to act: 'C0235 arrived 41 µg lighter'. */
  label: string
  /** For everyone else: 'holder to sign, asked 9 days ago'. */
  waiting: string
  /** On the button. */
  verb: string
}

/** A piece as far as a loan's next acts depend on it. */
export interface ActPiece {
  name: string
  unit: Unit
  /** In this loan; 'in_curation' until it is packed. */
  state: PieceState
  /** It was split in curation: its parts are to be chosen. */
  parts_to_choose: boolean
  /** What was found less what was sent, while the office has to look into it. */
  difference: number | null
  weigh_again: boolean
  missing: boolean
  lost: boolean
  write_off: boolean
}

/** A loan as far as its next acts depend on it. Days are UTC days, 'YYYY-MM-DD'; instants ISO 8601. */
export interface ActLoan {
  closed_at: string | null
  agreement_sent_at: string | null
  signed_at: string | null
  agreed_at: string | null
  packed_at: string | null
  dispatched_at: string | null
  due_on: string | null
  report_at: string | null
  reminders: number
  reminded_at: string | null
  /** The day until which an extension is asked for. */
  extension: string | null
  /** The pieces whose move is asked for. */
  moves: readonly string[]
  /** Things that came back without having been lent, not yet settled. */
  unlent: number
  pieces: readonly ActPiece[]
}

const dayOf = (instant: string) => instant.slice(0, 10)
const countText = (n: number, noun: string) => `${n} ${noun}${n === 1 ? '' : 's'}`
const agoText = (instant: string, today: string) => {
  const days = daysBetween(dayOf(instant), today)
  return days <= 0 ? 'today' : `${countText(days, 'day')} ago`
}
const namesText = (names: readonly string[]) =>
  names.length < 3 ? names.join(' and ') : `${names[0]} and ${names.length - 1} more`

const differenceText = (name: string, unit: Unit, difference: number) =>
  unit === 'ug'
    ? `${name} arrived ${formatSmall(unit, Math.abs(difference))} ${difference < 0 ? 'lighter' : 'heavier'}`
    : `${name} arrived with ${formatSmall(unit, Math.abs(difference))} ${difference < 0 ? 'less' : 'more'}`

/** Days by which a loan is late, 0 when it is not: only pieces that are with the holder can be late. */
export const daysLate = (loan: Pick<ActLoan, 'due_on' | 'closed_at' | 'pieces'>, today: string): number =>
  loan.due_on === null || loan.closed_at !== null || !loan.pieces.some(({ state }) => isWithHolder(state))
    ? 0
    : Math.max(0, daysBetween(loan.due_on, today))

/** Days before the due day from which a loan asks its holder to return it. */
const RETURN_DAYS = 30

/** Everything that is due in a loan, the most urgent first. */
export function dueActs(loan: ActLoan, today: string): DueAct[] {
  const { pieces } = loan
  const acts: DueAct[] = []
  if (loan.closed_at !== null) return acts
  const add = (who: WaitsFor, kind: ActKind, label: string, verb: string, waiting?: string) =>
    acts.push({
      who,
      kind,
      label,
      verb,
      waiting: `${who} ${waiting ?? `to ${verb.toLowerCase()}: ${label}`}`,
    })
  const named = (test: (piece: ActPiece) => boolean) => pieces.filter(test).map(({ name }) => name)
  const inState = (...states: PieceState[]) => pieces.filter(({ state }) => states.includes(state))

  if (loan.extension !== null) add('office', 'extension', `extension asked: ${loan.extension}`, 'Decide')
  for (const { name, unit, difference } of pieces)
    if (difference !== null) add('office', 'difference', differenceText(name, unit, difference), 'Resolve')
  const missing = named((piece) => piece.missing)
  if (missing.length > 0) add('office', 'missing', `${namesText(missing)} did not arrive`, 'Resolve')
  const lost = named((piece) => piece.lost && !piece.write_off)
  if (lost.length > 0) add('office', 'lost', `${namesText(lost)} said to be lost`, 'Look into it')
  const writeOffs = named((piece) => piece.write_off)
  if (writeOffs.length > 0)
    add('curation', 'write_off', `write-off of ${namesText(writeOffs)} proposed`, 'Confirm')
  if (loan.moves.length > 0) add('office', 'move', `move of ${namesText(loan.moves)} asked`, 'Decide')
  const back = inState('sent_back')
  if (back.length > 0)
    add(
      'curation',
      'confirm_return',
      `${inState('returned', 'on_offer').length} of ${countText(pieces.filter(({ state }) => state !== 'split' && state !== 'void').length, 'piece')} weighed`,
      'Confirm',
      'to confirm the return',
    )
  if (loan.unlent > 0)
    add(
      'curation',
      'unlent',
      `${countText(loan.unlent, 'thing')} came that ${loan.unlent === 1 ? 'was' : 'were'} never lent`,
      'Settle',
    )

  const state = loanState(loan, pieces)
  const { AGREEMENT_DUE, READY_TO_PACK } = loanStatus.code
  if (state === AGREEMENT_DUE) {
    if (loan.signed_at !== null)
      add('office', 'countersign', `signed copy came ${dayOf(loan.signed_at)}`, 'Countersign')
    else if (loan.agreement_sent_at === null)
      add('office', 'send_agreement', 'agreement to be sent', 'Send agreement', 'to send the agreement')
    else
      add(
        'holder',
        'sign',
        'agreement to be signed',
        'Sign',
        `to sign, asked ${agoText(loan.agreement_sent_at, today)}`,
      )
  }
  if (state === READY_TO_PACK) {
    const parts = named((piece) => piece.parts_to_choose)
    if (parts.length > 0)
      add('curation', 'choose_parts', `${namesText(parts)} was split: choose the parts to lend`, 'Choose')
    else if (loan.packed_at === null)
      add('curation', 'pack', `agreement complete ${dayOf(loan.agreed_at!)}`, 'Pack', 'to pack')
    else add('curation', 'dispatch', `packed ${dayOf(loan.packed_at)}`, 'Dispatch', 'to dispatch')
  }
  const finished = pieces.every((piece) => isAccountedFor(piece.state)) && !pieces.some(({ lost }) => lost)
  if (finished && loan.report_at !== null) add('office', 'close', 'everything is accounted for', 'Close')

  const late = daysLate(loan, today)
  if (late > 0)
    add(
      'office',
      'remind',
      loan.reminders === 0
        ? 'no reminder yet'
        : `${countText(loan.reminders, 'reminder')}, last ${loan.reminded_at === null || dayOf(loan.reminded_at) === today ? 'today' : dayOf(loan.reminded_at)}`,
      'Remind',
    )
  const again = named((piece) => piece.weigh_again)
  if (again.length > 0)
    add(
      'holder',
      'weigh_again',
      `${namesText(again)} to be weighed again`,
      'Weigh again',
      `to weigh ${namesText(again)} again`,
    )
  const sent = inState('dispatched').filter((piece) => !piece.missing)
  if (sent.length > 0)
    add(
      'holder',
      'receive',
      `${countText(sent.length, 'piece')} on the way`,
      'Receive',
      `to receive, sent ${agoText(loan.dispatched_at!, today)}`,
    )
  if (
    loan.due_on !== null &&
    inState('received', 'in_use').length > 0 &&
    daysBetween(today, loan.due_on) <= RETURN_DAYS
  )
    add('holder', 'return', 'to be returned, or an extension asked for', 'Return', 'to return or ask')
  if (finished && loan.report_at === null)
    add('holder', 'report', 'report of use needed to close', 'Upload', 'to send the report of use')
  return acts
}

/** The act that a viewer sees for a loan: the first one that they can do, else the first that others have to. */
export interface NextAct {
  who: WaitsFor | null
  kind: ActKind | null
  label: string
  /** On the viewer's button; null where they cannot act. */
  verb: string | null
}

/** Whether a viewer does what waits for `who`: the office acts for curation too. */
export const doesActsOf = (viewer: WaitsFor, who: WaitsFor) =>
  viewer === who || (viewer === 'office' && who === 'curation')

/** What office and curation do among themselves. */
const NOT_FOR_HOLDERS: readonly ActKind[] = ['unlent', 'write_off', 'remind']

/** The acts that a viewer may know of. */
export const actsSeenBy = (viewer: WaitsFor, acts: readonly DueAct[]): DueAct[] =>
  acts.filter(({ kind }) => viewer !== 'holder' || !NOT_FOR_HOLDERS.includes(kind))

export function nextAct(loan: ActLoan, viewer: WaitsFor, today: string): NextAct {
  const acts = actsSeenBy(viewer, dueActs(loan, today))
  const own = acts.find(({ who }) => doesActsOf(viewer, who))
  if (own) return { who: own.who, kind: own.kind, label: own.label, verb: own.verb }
  const other = acts[0]
  if (other) return { who: other.who, kind: other.kind, label: other.waiting, verb: null }
  return { who: null, kind: null, label: quietText(loan), verb: null }
}

/** When nothing is due: until when. */
function quietText({ closed_at, due_on }: ActLoan): string {
  if (closed_at !== null || due_on === null) return ''
  const from = new Date(Date.parse(due_on) - RETURN_DAYS * 86_400_000).toISOString().slice(0, 10)
  return `nothing until ${from}`
}

/**
 * The place of a loan in the viewer's list: late ones that they remind of, then their other acts, then late ones of which
 * others remind, then what waits for office or curation, then for holders, then those of which nothing is due, by their due
 * day; closed ones last.
 */
export function urgencyOf(loan: ActLoan, viewer: WaitsFor, today: string): readonly [number, number] {
  if (loan.closed_at !== null) return [6, -Date.parse(loan.closed_at)]
  const late = daysLate(loan, today)
  if (late > 0 && viewer === 'office') return [0, -late]
  const { who, kind, verb } = nextAct(loan, viewer, today)
  if (verb !== null) return [1, ACT_KINDS.indexOf(kind!)]
  if (late > 0) return [2, -late]
  const due = loan.due_on === null ? Number.MAX_SAFE_INTEGER : Date.parse(loan.due_on)
  if (who === null) return [5, due]
  return who === 'holder' ? [4, due] : [3, ACT_KINDS.indexOf(kind!)]
}
