import { listNames } from '../text.ts'
import { formatAmount, type Unit } from './amounts.ts'
import { type PieceState, pieceState } from './status.ts'

/** Who proposed a write-off, and whether they are of the office. */
export interface ProposedWriteOff {
  by: number | null
  office: boolean
}

/** Why the actor cannot be the second of the two persons of a write-off, or null; `whyNotOne`: why they cannot be either. */
export const whyNotSecondOfWriteOff = (
  actor: { id: number; office: boolean },
  proposed: ProposedWriteOff,
  whyNotOne: string | null,
): string | null =>
  (proposed.by === actor.id ? 'You have proposed it: someone else confirms it.' : null) ??
  whyNotOne ??
  (actor.office || proposed.office ? null : 'One of the two is of the administration office.')

/** Where a piece is written off by curation and office, without a loan. */
export const IN_VAULT: readonly PieceState[] = ['in_curation', 'returned', 'on_offer']

/** A piece in the vault, as far as the rules of its write-off need to know it. */
export interface VaultPiece {
  name: string
  state: PieceState
  /** The proposed write-off, or null; with what ties whoever proposed it to the piece now. */
  write_off: (ProposedWriteOff & Ties) | null
}

/** `own`: the piece came back from their loan or is to go out with it; `conflict`: with the proposal of one of these. */
interface Ties {
  own: boolean
  conflict: boolean
}

/** Who asks. */
export interface VaultActor extends Ties {
  id: number
  office: boolean
}

const whyNotInVault = ({ name, state }: VaultPiece): string | null => {
  if (IN_VAULT.includes(state)) return null
  if (state === 'packed') return `${name} is packed for a loan: unpack it first.`
  return pieceState.of(state).gone
    ? `${name} is ${pieceState.label(state).toLowerCase()}: nothing is left to write off.`
    : `${name} is not in curation: act on its loan.`
}

const whyNotOneOfTwo = ({ own, conflict }: Ties): string | null =>
  own
    ? 'This is a piece of your own loan: it needs other people.'
    : conflict
      ? 'You have a conflict of interest with the proposal that this piece is for.'
      : null

export const whyNotProposeHere = (piece: VaultPiece, actor: VaultActor): string | null =>
  whyNotInVault(piece) ??
  (piece.write_off ? `A write-off of ${piece.name} is already proposed.` : null) ??
  whyNotOneOfTwo(actor)

const whyNoWriteOff = ({ name, write_off }: VaultPiece): string | null =>
  write_off ? null : `No write-off of ${name} is proposed.`

export const whyNotConfirmHere = (piece: VaultPiece, actor: VaultActor): string | null =>
  whyNoWriteOff(piece) ??
  whyNotInVault(piece) ??
  whyNotSecondOfWriteOff(actor, piece.write_off!, whyNotOneOfTwo(actor)) ??
  (whyNotOneOfTwo(piece.write_off!)
    ? 'Whoever proposed it may no longer decide about this piece: withdraw it, and have someone else propose it.'
    : null)

export const whyNotWithdrawHere = (piece: VaultPiece): string | null => whyNoWriteOff(piece)

/** Why a piece stays where and as it is while its write-off is open, or null. */
export const whyWriteOffOpen = (name: string, isOpen: boolean): string | null =>
  isOpen ? `A write-off of ${name} is proposed: confirm or withdraw it first.` : null

/** What a write-off concerns beside the piece itself. */
export interface WriteOffConcerns {
  name: string
  unit: Unit
  present: number
  on_offer: boolean
  /** The proposal that its sample is confirmed for and that has not had it yet. */
  promised: number | null
  /** The loan that it is to go out with. */
  waiting_loan: string | null
  /** Proposals of open calls that ask for its sample by name or have it assigned. */
  asking: readonly number[]
}

/** What the write-off of a piece does, by name. `tense`: before it is done, or after. */
export function writeOffText(concerns: WriteOffConcerns, tense: 'before' | 'after'): string {
  const { name, unit, present, on_offer, promised, waiting_loan, asking } = concerns
  const before = tense === 'before'
  const one = asking.length === 1
  return [
    before
      ? `All that is left of ${name}, ${formatAmount(unit, present)}, is then recorded as lost.`
      : `${formatAmount(unit, present)} is recorded as lost.`,
    ...(on_offer ? [before ? 'It is no longer on offer.' : `${name} is no longer on offer.`] : []),
    ...(promised === null ? [] : [`It is confirmed for proposal ${promised}, which will not receive it.`]),
    ...(waiting_loan === null ? [] : [`It is planned for loan ${waiting_loan}: remove it from that loan.`]),
    ...(asking.length === 0
      ? []
      : [
          `${one ? 'Proposal' : 'Proposals'} ${listNames(asking.map(String), 5)} ${one ? 'asks' : 'ask'} for it or ${one ? 'has' : 'have'} it assigned: it can no longer be assigned or confirmed.`,
        ]),
  ].join(' ')
}
