import { formatAmount, formatSmall, type Unit } from '../amounts.ts'
import type { PieceState } from '../status.ts'
import { IN_VAULT, type ProposedWriteOff, whyNotSecondOfWriteOff, whyWriteOffOpen } from '../write_offs.ts'
import { type ActLoan, type ActPiece, daysLate } from './next_act.ts'
import { isAccountedFor, isWithHolder, loanState, loanStatus } from './status.ts'

/** What a difference may be without being looked into: of a balance in µg, of a gauge in mPa. */
export interface Tolerance {
  ug: number
  mpa: number
}
export const toleranceOf = (unit: Unit, { ug, mpa }: Tolerance): number => (unit === 'ug' ? ug : mpa)
/** Whether an amount differs from the expected one by more than the tolerance. */
export const isBeyond = (unit: Unit, difference: number, tolerance: Tolerance): boolean =>
  Math.abs(difference) > toleranceOf(unit, tolerance)

/** A piece of a loan, as far as the rules need to know it. */
export interface RuledLoanPiece extends ActPiece {
  /** Its state wherever it is; `state` is the one in this loan. */
  present_state: PieceState
  /** The loan that it is out or packed for now. */
  on_loan: string | null
  /** On record. */
  present: number
  weighed: number | null
  container: string
  picked: boolean
  moving: boolean
  /** A write-off is proposed of it in the vault. */
  vault_write_off: boolean
  /** Its sample is confirmed for another proposal than the loan's. */
  promised: boolean
}

/** A loan as far as its rules need to know it; `pieces` without those that became void. */
export interface RuledLoan extends Omit<ActLoan, 'pieces'> {
  number: string
  borrower_user_id: number | null
  borrower_email: string
  packed_by_id: number | null
  pieces: readonly RuledLoanPiece[]
}

/** Who asks: `conflict`, with the proposal of the loan. */
export interface LoanActor {
  id: number
  office: boolean
  custodian: boolean
  conflict: boolean
}

const isBorrower = (loan: RuledLoan, actor: LoanActor) => loan.borrower_user_id === actor.id

/** Why the actor cannot decide about this loan, or null: nobody decides about their own. */
export const whyOwn = (loan: RuledLoan, actor: LoanActor): string | null =>
  isBorrower(loan, actor) ? 'Someone else decides about your own loan.' : null

/** Why the actor cannot be one of two persons for this loan, or null. */
export const whyNotOneOfTwo = (loan: RuledLoan, actor: LoanActor): string | null =>
  isBorrower(loan, actor)
    ? 'This is your own loan: it needs other people.'
    : actor.conflict
      ? 'You have a conflict of interest with the proposal of this loan.'
      : null

export const whyClosed = ({ closed_at, number }: Pick<RuledLoan, 'closed_at' | 'number'>): string | null =>
  closed_at === null ? null : `Loan ${number} is closed.`

// Agreement ------------------------------------------------------------------------------------------------------------------

const whyAgreed = (loan: RuledLoan) =>
  whyClosed(loan) ?? (loan.agreed_at === null ? null : 'The agreement is complete.')

export const whyNotSendAgreement = (loan: RuledLoan): string | null =>
  whyAgreed(loan) ??
  (loan.borrower_email === ''
    ? 'The borrower has no e-mail address: name a successor, or sign on paper.'
    : null)

export const whyNotUploadSigned = (loan: RuledLoan): string | null =>
  whyAgreed(loan) ?? (loan.agreement_sent_at === null ? 'The agreement has not been sent yet.' : null)

export const whyNotCountersign = (loan: RuledLoan, actor: LoanActor): string | null =>
  whyAgreed(loan) ?? whyOwn(loan, actor)

// Packing --------------------------------------------------------------------------------------------------------------------

const whyNotReady = (loan: RuledLoan): string | null =>
  whyClosed(loan) ??
  (loan.agreed_at === null ? 'The agreement is not complete.' : null) ??
  (loan.dispatched_at !== null ? 'The parcel has left.' : null)

export const whyNotPack = (loan: RuledLoan): string | null =>
  whyNotReady(loan) ?? (loan.packed_at === null ? null : 'It is signed as packed. Unpack it first.')

export const whyNotChoosePieces = (loan: RuledLoan): string | null =>
  whyClosed(loan) ??
  (loan.packed_at === null ? null : 'It is signed as packed. Unpack it first.') ??
  (loan.dispatched_at === null ? null : 'The parcel has left.')

/** Why a piece cannot be packed for this loan now, or null. */
export function whyNotPackPiece(loan: RuledLoan, piece: RuledLoanPiece): string | null {
  const why = whyNotPack(loan)
  if (why) return why
  if (piece.parts_to_choose) return `${piece.name} was split. Choose which of its parts to lend.`
  if (piece.on_loan !== null && piece.on_loan !== loan.number && !IN_VAULT.includes(piece.present_state))
    return `${piece.name} is on loan ${piece.on_loan}.`
  if (piece.promised) return `${piece.name} is confirmed for another proposal: leave it out of this loan.`
  if (piece.present_state === 'lost') return `${piece.name} is written off: leave it out of this loan.`
  return IN_VAULT.includes(piece.present_state)
    ? whyWriteOffOpen(piece.name, piece.vault_write_off)
    : `${piece.name} is not in curation.`
}

/** 'A0367-04 is 23 µg lighter than on record', 'A0388 holds 0.4 Pa less than on record'. */
export function recordDifferenceText(name: string, unit: Unit, difference: number): string {
  const size = formatSmall(unit, Math.abs(difference))
  return unit === 'ug'
    ? `${name} is ${size} ${difference < 0 ? 'lighter' : 'heavier'} than on record`
    : `${name} holds ${size} ${difference < 0 ? 'less' : 'more'} than on record`
}

/** Why a weighed piece cannot be packed with what was weighed, or null. */
export const whyNotWeighed = (piece: RuledLoanPiece, tolerance: Tolerance): string | null => {
  if (piece.weighed === null) return `${piece.name} is not weighed yet.`
  const difference = piece.weighed - piece.present
  if (isBeyond(piece.unit, difference, tolerance))
    return `${recordDifferenceText(piece.name, piece.unit, difference)}: weigh it again, or resolve the difference.`
  return piece.container === '' ? `Enter the container of ${piece.name}.` : null
}

export function whyNotSignPacked(loan: RuledLoan, tolerance: Tolerance): string | null {
  const why = whyNotPack(loan)
  if (why) return why
  if (loan.pieces.length === 0) return 'There is no piece to pack.'
  for (const piece of loan.pieces) {
    const why = whyNotPackPiece(loan, piece) ?? whyNotWeighed(piece, tolerance)
    if (why) return why
  }
  return null
}

export const whyNotUnpack = (loan: RuledLoan): string | null =>
  whyNotReady(loan) ?? (loan.packed_at === null ? 'It is not packed.' : null)

/** `two`: packing and dispatch need two persons. */
export const whyNotDispatch = (loan: RuledLoan, actor: LoanActor, two: boolean): string | null =>
  whyNotReady(loan) ??
  (loan.packed_at === null ? 'It is not packed.' : null) ??
  (two
    ? loan.packed_by_id === actor.id
      ? 'You have packed it: someone else checks and dispatches it.'
      : whyNotOneOfTwo(loan, actor)
    : null)

// At the holder ---------------------------------------------------------------------------------------------------------------

const IS: Record<PieceState, string> = {
  in_curation: 'is in curation',
  packed: 'has not left curation',
  dispatched: 'has not been received yet',
  received: 'is received, and its difference is not resolved',
  in_use: 'is in use',
  split: 'has been split',
  sent_back: 'is on its way back',
  returned: 'has been returned',
  on_offer: 'has been returned',
  consumed: 'is used up',
  lost: 'is written off',
  void: 'is not a piece any more',
}
const isNow = ({ name, state }: Pick<RuledLoanPiece, 'name' | 'state'>) => `${name} ${IS[state]}.`

const inState = (loan: RuledLoan, piece: RuledLoanPiece, ...states: PieceState[]): string | null =>
  whyClosed(loan) ?? (states.includes(piece.state) ? null : isNow(piece))

export const whyNotReceive = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  inState(loan, piece, 'dispatched')

export const whyNotWeighAgain = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  inState(loan, piece, 'received') ??
  (piece.difference === null ? `${piece.name} has no open difference.` : null)

export const whyNotResolve = (loan: RuledLoan, piece: RuledLoanPiece, actor: LoanActor): string | null =>
  whyNotWeighAgain(loan, piece) ?? whyOwn(loan, actor)

export const whyNotUse = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  inState(loan, piece, 'in_use')

export const whyNotSplitPiece = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  whyNotUse(loan, piece) ??
  (piece.unit === 'mpa' ? `Gas is drawn down, never split: ${piece.name} has no parts.` : null)

export const whyNotConsume = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  whyNotUse(loan, piece) ?? (piece.present === 0 ? `Nothing is left of ${piece.name}: return it.` : null)

export const whyNotAskMove = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  whyNotUse(loan, piece) ?? (piece.moving ? `A move of ${piece.name} is already asked for.` : null)

export const whyNotDecideMove = (
  loan: RuledLoan,
  piece: RuledLoanPiece,
  actor: LoanActor,
  granted: boolean,
): string | null =>
  whyClosed(loan) ??
  (piece.moving ? null : `No move of ${piece.name} is asked for.`) ??
  whyOwn(loan, actor) ??
  (granted ? whyNotUse(loan, piece) : null)

/** The holder asks before the due day; the office can at any time. */
export function whyNotAskExtension(loan: RuledLoan, actor: LoanActor, today: string): string | null {
  const why = whyClosed(loan)
  if (why) return why
  if (loan.due_on === null) return 'Nothing has been received yet, so nothing is due.'
  if (!loan.pieces.some(({ state }) => isWithHolder(state))) return 'Nothing is with the holder any more.'
  if (loan.extension !== null) return `An extension until ${loan.extension} is already asked for.`
  return today > loan.due_on && !actor.office
    ? `The samples were due on ${loan.due_on}. An extension is asked for before that day: please write to the office.`
    : null
}

export const whyNotDecideExtension = (loan: RuledLoan, actor: LoanActor): string | null =>
  whyClosed(loan) ?? (loan.extension === null ? 'No extension is asked for.' : null) ?? whyOwn(loan, actor)

export const whyNotSendBack = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  inState(loan, piece, 'received', 'in_use') ??
  (piece.difference === null ? null : `The office looks into the difference of ${piece.name} first.`)

/** Also of a piece that came back undelivered, or was brought. */
export const whyNotConfirmReturn = (
  loan: RuledLoan,
  piece: RuledLoanPiece,
  actor: LoanActor,
): string | null =>
  inState(loan, piece, 'dispatched', 'received', 'in_use', 'sent_back') ?? whyOwn(loan, actor)

const OUT = ['dispatched', 'received', 'in_use', 'sent_back'] as const

export const whyNotSayLost = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  inState(loan, piece, ...OUT) ?? (piece.lost ? `${piece.name} is already said to be lost.` : null)

export const whyNotProposeWriteOff = (
  loan: RuledLoan,
  piece: RuledLoanPiece,
  actor: LoanActor,
): string | null =>
  inState(loan, piece, ...OUT) ??
  (piece.write_off ? `A write-off of ${piece.name} is already proposed.` : null) ??
  whyNotOneOfTwo(loan, actor)

export const whyNotConfirmWriteOff = (
  loan: RuledLoan,
  piece: RuledLoanPiece,
  actor: LoanActor,
  proposed: ProposedWriteOff,
): string | null =>
  whyClosed(loan) ??
  (piece.write_off ? null : `No write-off of ${piece.name} is proposed.`) ??
  inState(loan, piece, ...OUT) ??
  whyNotSecondOfWriteOff(actor, proposed, whyNotOneOfTwo(loan, actor))

export const whyNotNotLost = (loan: RuledLoan, piece: RuledLoanPiece): string | null =>
  whyClosed(loan) ??
  (piece.lost || piece.write_off || piece.missing ? null : `${piece.name} is not said to be lost or missing.`)

// The end -----------------------------------------------------------------------------------------------------------------------

export const whyNotReport = (loan: RuledLoan): string | null =>
  whyClosed(loan) ?? (loan.dispatched_at === null ? 'Nothing has been sent yet.' : null)

export const whyNotHandOver = (loan: RuledLoan): string | null => whyClosed(loan)

/** Nothing of it has left: the loan can be closed without anything to account for. */
const hasNotLeft = (loan: RuledLoan) => loan.packed_at === null && loan.dispatched_at === null

/** `reason`: why it is closed without a report of use, or before anything has left. */
export function whyNotClose(loan: RuledLoan, actor: LoanActor, reason: string): string | null {
  const why = whyClosed(loan) ?? whyOwn(loan, actor)
  if (why) return why
  if (loan.unlent > 0) return 'Settle first what came back without having been lent.'
  if (hasNotLeft(loan)) return reason === '' ? 'Nothing has been sent. Give the reason to close it.' : null
  const open = loan.pieces.filter(({ state }) => !isAccountedFor(state)).map(({ name }) => name)
  if (open.length > 0) return `${open.join(', ')} ${open.length === 1 ? 'is' : 'are'} not accounted for.`
  return loan.report_at === null && reason === ''
    ? 'The report of use is not in. Give the reason to close without it.'
    : null
}

export const whyNotReopen = (loan: RuledLoan): string | null =>
  loan.closed_at === null ? `Loan ${loan.number} is not closed.` : null

/** Why the borrower cannot be reminded by hand, or null: of what is with them, once a day. */
export function whyNotRemind(loan: RuledLoan, today: string): string | null {
  const why = whyClosed(loan)
  if (why) return why
  if (loan.due_on === null || !loan.pieces.some(({ state }) => isWithHolder(state)))
    return `Nothing of ${loan.number} is due.`
  if (loan.borrower_email === '') return `The borrower of ${loan.number} has no e-mail address.`
  return loan.reminded_at?.slice(0, 10) === today ? `${loan.number} was reminded of today.` : null
}

/** Whether a piece of the loan is late, and by how many days; 0: not. */
export const loanDaysLate = (loan: RuledLoan, today: string) => daysLate(loan, today)

export const stateOf = (loan: RuledLoan) => loanState(loan, loan.pieces)
export const labelOfState = (loan: RuledLoan) => loanStatus.label(stateOf(loan))

/** A piece with its amount, as lists in mails and papers name it. */
export const pieceLine = ({ name, form, unit }: { name: string; form: string; unit: Unit }, amount: number) =>
  `${name} (${form}), ${formatAmount(unit, amount)}`
