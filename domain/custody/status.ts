import { type CodeOf, type State, stateMachine } from '../state_machine.ts'

/** In whose hands a piece is. A carrier has it on the way; 'none' has what is split, consumed, lost or void. */
export const HOLDER_KINDS = ['curation', 'carrier', 'borrower', 'colleague', 'none'] as const
export type HolderKind = (typeof HOLDER_KINDS)[number]

/**
 * `holders`: who can have a piece in this state. `on_loan`: it is out on a loan or packed for one. `gone`: nothing is left of
 * it. `out`: its holder answers for it.
 */
interface OwnState extends State {
  holders: readonly HolderKind[]
  on_loan: boolean
  gone: boolean
  out: boolean
}

const HERE = { holders: ['curation'], on_loan: false, gone: false, out: false } as const
const WITH_HOLDER = { holders: ['borrower', 'colleague'], on_loan: true, gone: false, out: true } as const
const ON_THE_WAY = { holders: ['carrier'], on_loan: true, gone: false, out: true } as const
const GONE = { holders: ['none'], on_loan: false, gone: true, out: false } as const

/** The state of a piece; the database has the same in custody_state_after. */
export const pieceState = stateMachine({
  IN_CURATION: { code: 'in_curation', label: 'In curation', colour: 'plain', ...HERE },
  ON_OFFER: { code: 'on_offer', label: 'On offer', colour: 'plain', ...HERE },
  PACKED: { code: 'packed', label: 'Packed', colour: 'blue', ...HERE, on_loan: true },
  DISPATCHED: { code: 'dispatched', label: 'Dispatched', colour: 'blue', ...ON_THE_WAY },
  RECEIVED: { code: 'received', label: 'Received', colour: 'green', ...WITH_HOLDER },
  IN_USE: { code: 'in_use', label: 'In use', colour: 'sea', ...WITH_HOLDER },
  SENT_BACK: { code: 'sent_back', label: 'On its way back', colour: 'blue', ...ON_THE_WAY },
  RETURNED: { code: 'returned', label: 'Returned', colour: 'green', ...HERE },
  SPLIT: { code: 'split', label: 'Split', colour: 'plain', ...GONE },
  CONSUMED: { code: 'consumed', label: 'Consumed', colour: 'black', ...GONE },
  LOST: { code: 'lost', label: 'Lost', colour: 'red', ...GONE },
  VOID: { code: 'void', label: 'Void', colour: 'plain', ...GONE },
} as const satisfies Record<string, OwnState>)
export type PieceState = CodeOf<typeof pieceState>

/** What can happen to a piece. `step`: by state, the state after it. `names_holder`: the event says who has it afterwards. */
interface Kind {
  label: string
  step: Partial<Record<PieceState, PieceState>>
  names_holder?: readonly HolderKind[]
}

const staying = <S extends PieceState>(...states: S[]) =>
  Object.fromEntries(states.map((state) => [state, state])) as Record<S, S>
const leadingTo = (to: PieceState, ...states: PieceState[]) =>
  Object.fromEntries(states.map((state) => [state, to]))

export const EVENT_KINDS = {
  enter: { label: 'Entered', step: leadingTo('in_curation', 'void') },
  weigh: {
    label: 'Measured',
    step: staying(
      ...(['in_curation', 'packed', 'received', 'in_use'] as const),
      ...(['sent_back', 'returned', 'on_offer', 'split'] as const),
    ),
  },
  loss: {
    label: 'Handling loss',
    step: staying('in_curation', 'received', 'in_use', 'sent_back', 'returned', 'on_offer', 'split'),
  },
  consume: { label: 'Consumed', step: staying('in_curation', 'in_use', 'returned', 'split') },
  split: { label: 'Split', step: leadingTo('split', 'in_curation', 'in_use', 'returned') },
  split_from: { label: 'Split from', step: {} },
  pack: { label: 'Packed', step: leadingTo('packed', 'in_curation', 'returned', 'on_offer') },
  unpack: { label: 'Unpacked', step: leadingTo('in_curation', 'packed') },
  dispatch: {
    label: 'Dispatched',
    step: leadingTo('dispatched', 'packed'),
    names_holder: ['carrier'],
  },
  receive: { label: 'Received', step: leadingTo('received', 'dispatched'), names_holder: ['borrower'] },
  use: { label: 'In use', step: leadingTo('in_use', 'received') },
  move: { label: 'Moved', step: staying('in_use'), names_holder: ['borrower', 'colleague'] },
  hand_over: { label: 'Handed over', step: staying('received', 'in_use'), names_holder: ['borrower'] },
  send_back: {
    label: 'Sent back',
    step: leadingTo('sent_back', 'received', 'in_use'),
    names_holder: ['carrier'],
  },
  return: {
    label: 'Returned',
    step: leadingTo('returned', 'dispatched', 'received', 'in_use', 'sent_back'),
  },
  offer: { label: 'Put on offer', step: leadingTo('on_offer', 'in_curation', 'returned') },
  take_off_offer: { label: 'Taken off offer', step: leadingTo('in_curation', 'on_offer') },
  write_off: {
    label: 'Written off',
    step: leadingTo(
      'lost',
      ...(['in_curation', 'packed', 'dispatched', 'received'] as const),
      ...(['in_use', 'sent_back', 'returned', 'on_offer'] as const),
    ),
  },
  counter: { label: 'Correction', step: {} },
} as const satisfies Record<string, Kind>
export type EventKind = keyof typeof EVENT_KINDS
export const eventKinds = Object.keys(EVENT_KINDS) as [EventKind, ...EventKind[]]

/**
 * The state after an event of a piece in `state`, of which `present` is left after it; null where the event cannot be. Not
 * for 'split_from' (the state of the parent) and 'counter' (the state before the countered event).
 */
export function stateAfter(
  kind: EventKind,
  { state, unit }: { state: PieceState; unit: 'ug' | 'mpa' },
  present: number,
): PieceState | null {
  const steps: Partial<Record<PieceState, PieceState>> = EVENT_KINDS[kind].step
  const next = steps[state]
  if (!next || (kind === 'split' && unit === 'mpa')) return null
  // The bottle of a gas that is used up is still to be returned.
  if (kind === 'consume' && present === 0 && state !== 'split' && (unit === 'ug' || state !== 'in_use'))
    return 'consumed'
  if (kind === 'return' && present === 0 && unit === 'mpa') return 'consumed'
  return next
}

/** The kinds of holder that an event must name; null where it leads to one by itself. */
export const holdersOf = (kind: EventKind): readonly HolderKind[] | null =>
  (EVENT_KINDS[kind] as Kind).names_holder ?? null
