import { listNames } from '../../text.ts'
import { type CounterableEvent, type RuledPiece, whyNotCounter } from '../events.ts'
import { type Holder, hasMoved, pickHolder } from '../present.ts'
import { EVENT_KINDS, type EventKind, type PieceState } from '../status.ts'
import { whyWriteOffOpen } from '../write_offs.ts'
import {
  type LoanActor,
  type RuledLoan,
  type RuledLoanPiece,
  type Tolerance,
  whyClosed,
  whyNotSignPacked,
  whyOwn,
} from './rules.ts'

/** Kinds of events that moved a piece with its loan: what the loan says of it is put back with them. */
export const MOVES_WITH_A_LOAN = [
  ...(['pack', 'unpack', 'dispatch', 'receive', 'use'] as const),
  ...(['move', 'hand_over', 'send_back', 'return'] as const),
] as const satisfies readonly EventKind[]
export type LoanMove = (typeof MOVES_WITH_A_LOAN)[number]

export const movesWithALoan = (kind: EventKind): kind is LoanMove =>
  (MOVES_WITH_A_LOAN as readonly EventKind[]).includes(kind)

/** What is done for the whole parcel, or for all that the borrower has, is taken back for all of it. */
const TOGETHER: readonly LoanMove[] = ['pack', 'unpack', 'dispatch', 'hand_over']

/** An event of a piece of a loan. */
export interface LoanEvent extends CounterableEvent {
  loan_id: number | null
  at: string
  by_user_id: number | null
  by_name: string
  reason: string
}

/** A piece of a loan with all its events in their order, those before the loan too. */
export interface PieceWithEvents {
  /** As it is now, wherever it is. */
  piece: Pick<RuledPiece, 'name' | 'unit' | 'present' | 'state'>
  /** As it is in this loan. */
  facts: RuledLoanPiece
  piece_id: number
  /** Its receipt is on record. */
  found: boolean
  events: readonly LoanEvent[]
}

/** What is to be done to take back an event of a loan. */
export interface TakingBack {
  kind: LoanMove
  /** The event itself. */
  event: LoanEvent
  /** The pieces that it concerns, each with the numbers of its events in the order in which they are taken back. */
  pieces: { piece_id: number; name: string; numbers: number[] }[]
  /** How a piece was before the event, and who had it. */
  before: { state: PieceState; holder: Holder }
  /** Of 'unpack': who had signed it as packed, and when. */
  packed: { at: string; by_user_id: number | null; by_name: string } | null
  /** Of 'use': what made it usable. A loss is measured as a difference again, a second weighing is to be made again. */
  resolved_by: 'accept' | 'loss' | 'weighing' | null
  /** Of 'receive': no other piece of the loan is received. */
  is_only_receipt: boolean
}

interface Asked {
  loan: RuledLoan & { id: number }
  actor: LoanActor
  pieces: readonly PieceWithEvents[]
  tolerance: Tolerance
}

const MAX_NAMES = 8

const isOpen = ({ kind, countered }: CounterableEvent) => kind !== 'counter' && !countered
const isMeasurement = ({ kind }: CounterableEvent) => kind === 'weigh' || kind === 'loss'
const labelOf = (kind: EventKind) => {
  const { label } = EVENT_KINDS[kind]
  return label.charAt(0).toLowerCase() + label.slice(1)
}

type Planned = { why: string; plan: null } | { why: null; plan: TakingBack }

/**
 * How event `number` of a piece of a loan is taken back, or why it cannot be: only the latest change of state or hands of
 * each piece that it concerns, in an open loan. What the office has decided, the office takes back.
 */
export function planTakingBack(
  asked: Asked,
  { piece_id, number }: { piece_id: number; number: number },
): Planned {
  const { loan, actor, pieces } = asked
  const refused = (why: string): Planned => ({ why, plan: null })
  const one = pieces.find((piece) => piece.piece_id === piece_id)
  const event = one?.events.find((other) => other.number === number)
  if (!one || !event || !movesWithALoan(event.kind))
    return refused(`It is no longer part of loan ${loan.number}.`)
  if (event.countered) return refused('This event has been taken back.')
  const { kind } = event
  const isSame = (other: LoanEvent) =>
    other.kind === kind && other.at === event.at && other.loan_id === loan.id && isOpen(other)
  const concerned = pieces.flatMap((piece) => {
    const own = TOGETHER.includes(kind) ? piece.events.find(isSame) : piece === one ? event : undefined
    return own ? [{ piece, numbers: numbersWith(piece.events, own) }] : []
  })
  const before = one.events.find((other) => other.number === number - 1)
  const plan: TakingBack = {
    kind,
    event,
    pieces: concerned.map(({ piece, numbers }) => ({
      piece_id: piece.piece_id,
      name: piece.piece.name,
      numbers,
    })),
    before: before
      ? { state: before.state, holder: pickHolder(before) }
      : { state: 'void', holder: pickHolder(event) },
    packed:
      kind === 'unpack'
        ? (one.events.findLast((other) => other.kind === 'pack' && other.number < number) ?? null)
        : null,
    resolved_by: kind === 'use' ? howResolved(one.events, event) : null,
    is_only_receipt: kind === 'receive' && !pieces.some((other) => other !== one && other.found),
  }
  let why = whyClosed(loan) ?? whyOwn(loan, actor)
  if (kind === 'use' && plan.resolved_by === null)
    why ??= `${one.piece.name} came into use with its receipt: take the receipt back instead.`
  if (!actor.office && concerned.some(({ piece, numbers }) => hasDecision(piece.events, numbers)))
    why ??= 'Ask the office to put this right.'
  for (const { piece, numbers } of concerned) why ??= whyNotPiece(piece, plan, numbers)
  why ??= whyNotLoan(asked, plan)
  return why === null ? { why, plan } : refused(why)
}

/** Whether one of the events was for the office to decide: a move, a successor, what to do about a difference. */
const hasDecision = (events: readonly LoanEvent[], numbers: readonly number[]) =>
  events.some(
    (event) =>
      numbers.includes(event.number) &&
      (event.kind === 'move' ||
        event.kind === 'hand_over' ||
        (event.kind === 'use' && ['accept', 'loss'].includes(howResolved(events, event) ?? ''))),
  )

/** Whether a piece came into use with its receipt, not by a later act. */
const isOfReceipt = (events: readonly LoanEvent[], use: LoanEvent) => {
  const receipt = events.findLast(({ kind, number }) => kind === 'receive' && number < use.number)
  return receipt !== undefined && use.reason === '' && use.number - receipt.number <= 2
}

function howResolved(events: readonly LoanEvent[], use: LoanEvent): TakingBack['resolved_by'] {
  if (isOfReceipt(events, use)) return null
  const last = events.find(({ number }) => number === use.number - 1)
  if (use.reason === '' && last?.kind === 'loss') return 'loss'
  return use.reason === '' && last?.kind === 'weigh' ? 'weighing' : 'accept'
}

/** The event and what was recorded with it, in the order in which they are taken back. */
function numbersWith(events: readonly LoanEvent[], event: LoanEvent): number[] {
  const { kind, number } = event
  const at = (other: number) => events.find((one) => one.number === other && isOpen(one))
  if (kind === 'receive') {
    const use = events.find((one) => one.kind === 'use' && one.number > number && isOpen(one))
    const measured = events.filter(
      (one) => isMeasurement(one) && isOpen(one) && one.number > number && (!use || one.number < use.number),
    )
    return [...(use ? [use] : []), ...measured.toReversed(), event].map((one) => one.number)
  }
  if (kind === 'use') {
    const last = at(number - 1)
    return howResolved(events, event) === 'accept' || !last ? [number] : [number, last.number]
  }
  if (kind === 'return') {
    const isMeasured = (one: LoanEvent | undefined) => one && isMeasurement(one) && one.at === event.at
    // What came back undelivered was weighed after its return.
    const after = at(number + 1)
    if (isMeasured(after)) return [after!.number, number]
    const first = at(number - 1)
    return isMeasured(first) ? [number, first!.number] : [number]
  }
  return [number]
}

/** These leave nothing to which what was recorded after them could belong. */
const NOTHING_AFTER: readonly LoanMove[] = ['receive', 'use', 'return']

function whyNotPiece({ piece, events }: PieceWithEvents, { kind }: TakingBack, numbers: readonly number[]) {
  let now = piece
  let left = events
  for (const number of numbers) {
    const event = left.find((one) => one.number === number)!
    // A move to another place changes neither state nor hands, and is the latest too.
    const moved = event.moved || movesWithALoan(event.kind)
    const why = whyNotCounter(now, { ...event, moved }, left)
    if (why) return why
    const before = left.find((one) => one.number === number - 1)
    now = {
      ...now,
      present: now.present - event.d_present,
      state: event.moved && before ? before.state : now.state,
    }
    left = left.map((one) => (one.number === number ? { ...one, countered: true } : one))
  }
  const first = Math.min(...numbers)
  const later = NOTHING_AFTER.includes(kind)
    ? left.find((one) => one.number > first && isOpen(one))
    : undefined
  return later ? `${piece.name} has later events (${labelOf(later.kind)}): take them back first.` : null
}

function whyNotLoan({ loan, pieces, tolerance }: Asked, plan: TakingBack): string | null {
  const { kind } = plan
  const concerned = pieces.filter(({ piece_id }) => plan.pieces.some((one) => one.piece_id === piece_id))
  if (kind === 'dispatch' || kind === 'receive' || kind === 'use')
    for (const { facts } of concerned) {
      if (facts.write_off) return `A write-off of ${facts.name} is proposed: settle that first.`
      if (facts.lost) return `${facts.name} is said to be lost: settle that first.`
      if (facts.moving) return `A move of ${facts.name} is asked for: decide on it first.`
    }
  if (kind === 'return' || kind === 'unpack')
    for (const { facts } of concerned) {
      const why = whyWriteOffOpen(facts.name, facts.vault_write_off)
      if (why) return why
    }
  if (kind === 'receive' && plan.is_only_receipt && loan.extension !== null)
    return 'An extension is asked for: decide on it first.'
  if (kind === 'unpack') {
    const isAsSigned =
      plan.packed !== null &&
      concerned.length === loan.pieces.length &&
      whyNotSignPacked(loan, tolerance) === null &&
      concerned.every(({ facts }) => facts.weighed === facts.present)
    if (!isAsSigned) return 'What was packed has changed since: sign it as packed again.'
  }
  if (kind === 'hand_over') {
    const { event, before } = plan
    if (loan.borrower_user_id !== event.holder_user_id || before.holder.holder_kind !== 'borrower')
      return `Loan ${loan.number} has another borrower since: hand it over again.`
    const came = pieces.find((piece) => !concerned.includes(piece) && isHeldBy(piece, event))
    if (came)
      return `${came.piece.name} has come to ${event.holder_name} since: take its receipt back first, or hand the loan over again.`
  }
  return null
}

const isHeldBy = ({ piece, events }: PieceWithEvents, { holder_user_id, holder_name }: LoanEvent) => {
  const holder = { holder_kind: 'borrower', holder_user_id, holder_name } as const
  return !hasMoved({ state: piece.state, ...pickHolder(events.at(-1)!) }, { state: piece.state, ...holder })
}

/** The last extension of a loan that was granted. */
export interface Extended {
  until: string
  granted_at: string
}

/** That the extension goes with the only receipt, said before and after; '' where there is none. */
export const droppedExtensionText = (
  { is_only_receipt }: Pick<TakingBack, 'is_only_receipt'>,
  extended: Extended | null,
  tense: 'before' | 'after',
): string =>
  !is_only_receipt || !extended
    ? ''
    : ` The extension to ${extended.until}, granted ${extended.granted_at.slice(0, 10)}, ${tense === 'before' ? 'is dropped' : 'has been dropped'}: the due day is set again by the next receipt, and can then be extended again.`

/** What taking an event back changes on its loan, said before it is done. `told`: who gets an e-mail about it. */
export function takingBackText(
  { number }: Pick<RuledLoan, 'number'>,
  plan: TakingBack,
  {
    told,
    day,
    extended = null,
  }: { told: readonly string[]; day: (instant: string) => string; extended?: Extended | null },
): string {
  const { kind, event, before, packed } = plan
  const names = listNames(
    plan.pieces.map(({ name }) => name),
    MAX_NAMES,
  )
  const are = plan.pieces.length === 1 ? 'is' : 'are'
  const texts: Record<LoanMove, string> = {
    pack: `Loan ${number} is no longer signed as packed: ${names} ${are} to be packed again.`,
    unpack: `Loan ${number} is packed again, as ${packed?.by_name ?? ''} signed it${packed ? ` on ${day(packed.at)}` : ''}: ${names}.`,
    dispatch: `The whole parcel of loan ${number} is packed and in curation again: ${names}. Who dispatched it, and when, is removed.`,
    receive: `${names} of loan ${number} is on its way to the holder again. What was found and its condition are removed${plan.is_only_receipt ? ', and the loan has no due day any more' : ''}.`,
    use:
      plan.resolved_by === 'weighing'
        ? `${names} of loan ${number} is to be weighed again by its holder.`
        : `The difference of ${names} in loan ${number} is open again, for the office to resolve.`,
    move: event.moved
      ? `${before.holder.holder_name} has ${names} of loan ${number} again, and the move that was asked for counts as refused.`
      : `${names} of loan ${number} is where it was before, and the move that was asked for counts as refused.`,
    hand_over: `Loan ${number} is ${before.holder.holder_name}'s again, with ${names}; ${event.holder_name} no longer answers for it.`,
    send_back: `${before.holder.holder_name} has ${names} of loan ${number} again.`,
    return: `${names} is out on loan ${number} again, as before its return. What was measured on its return is taken back too.`,
  }
  const mails = told.length === 0 ? '' : ` ${listNames(told, MAX_NAMES)} will be told by e-mail.`
  return texts[kind] + droppedExtensionText(plan, extended, 'before') + mails
}
