import { type CodeOf, stateMachine } from '../../state_machine.ts'
import type { PieceState } from '../status.ts'

/** The states of a loan, from the least advanced. `open`: something of it is still owed. */
export const loanStatus = stateMachine({
  AGREEMENT_DUE: { code: 'agreement_due', label: 'Agreement due', colour: 'orange', open: true },
  READY_TO_PACK: { code: 'ready_to_pack', label: 'Ready to pack', colour: 'blue', open: true },
  DISPATCHED: { code: 'dispatched', label: 'Dispatched', colour: 'blue', open: true },
  RECEIVED: { code: 'received', label: 'Received', colour: 'green', open: true },
  IN_USE: { code: 'in_use', label: 'In use', colour: 'sea', open: true },
  RETURNED: { code: 'returned', label: 'Returned', colour: 'green', open: true },
  CONSUMED: { code: 'consumed', label: 'Consumed', colour: 'black', open: true },
  LOST: { code: 'lost', label: 'Lost', colour: 'red', open: true },
  CLOSED: { code: 'closed', label: 'Closed', colour: 'black', open: false },
})
export type LoanState = CodeOf<typeof loanStatus>

const { AGREEMENT_DUE, READY_TO_PACK, DISPATCHED, RECEIVED, IN_USE, RETURNED, CONSUMED, LOST, CLOSED } =
  loanStatus.code

/** What the state of a piece makes of its loan; null: it says nothing, because its parts do or it was a mistake. */
const OF_PIECE: Record<PieceState, Exclude<LoanState, 'agreement_due' | 'closed'> | null> = {
  in_curation: READY_TO_PACK,
  packed: READY_TO_PACK,
  dispatched: DISPATCHED,
  received: RECEIVED,
  in_use: IN_USE,
  split: null,
  sent_back: RETURNED,
  returned: RETURNED,
  on_offer: RETURNED,
  consumed: CONSUMED,
  lost: LOST,
  void: null,
}

/** The states of the pieces that went out and are neither back nor gone; the holder is reminded of them. */
export const WITH_HOLDER = ['dispatched', 'received', 'in_use'] as const satisfies readonly PieceState[]
/** The states of pieces that are accounted for: a loan whose pieces all are can be closed. */
export const ACCOUNTED_FOR = [
  'returned',
  'on_offer',
  'consumed',
  'lost',
  'split',
  'void',
] as const satisfies readonly PieceState[]

export const isWithHolder = (state: PieceState) => (WITH_HOLDER as readonly PieceState[]).includes(state)
export const isAccountedFor = (state: PieceState) => (ACCOUNTED_FOR as readonly PieceState[]).includes(state)

/**
 * The state of a loan: that of its least advanced piece. `pieces`: their states in this loan; those that have not been
 * packed count as in curation. Until the agreement is complete nothing is packed.
 */
export function loanState(
  loan: { closed_at: string | null; agreed_at: string | null },
  pieces: readonly { state: PieceState }[],
): LoanState {
  if (loan.closed_at !== null) return CLOSED
  const states = pieces.flatMap(({ state }) => OF_PIECE[state] ?? [])
  const least = loanStatus.codes.find((code) => (states as LoanState[]).includes(code)) ?? READY_TO_PACK
  return least === READY_TO_PACK && loan.agreed_at === null ? AGREEMENT_DUE : least
}
