import type { Unit } from './amounts.ts'
import {
  type EventKind,
  type HolderKind,
  holdersOf,
  type PieceState,
  pieceState,
  stateAfter,
} from './status.ts'

/** Who has a piece: the account where it is a person with one, and the name as it was then; '' for curation and none. */
export interface Holder {
  holder_kind: HolderKind
  holder_user_id: number | null
  holder_name: string
}

/** What an event adds to the amounts of its piece, in the piece's unit. */
export interface Deltas {
  d_initial: number
  d_present: number
  d_consumed: number
  d_lost: number
  d_difference: number
  d_split: number
}

/** An event as it is exported: `state` and the holder are those after it. */
export interface CustodyEvent extends Deltas, Holder {
  number: number
  kind: EventKind
  loan_id: number | null
  state: PieceState
  /** The number of the event of the same piece that it takes back. */
  counters: number | null
}

/** What a piece is now. */
export interface Present extends Holder {
  initial: number
  present: number
  consumed: number
  lost: number
  difference: number
  split_out: number
  state: PieceState
  last_event: number
}

export const NOBODY: Holder = { holder_kind: 'none', holder_user_id: null, holder_name: '' }
export const CURATION: Holder = { ...NOBODY, holder_kind: 'curation' }

const EMPTY: Present = {
  ...{ initial: 0, present: 0, consumed: 0, lost: 0, difference: 0, split_out: 0 },
  ...{ state: 'void', ...NOBODY, last_event: 0 },
}

/** Who has a piece that comes into `state` by an event; `named`: whom the event names; `before`: who had it. */
export function holderAfter(kind: EventKind, state: PieceState, named: Holder, before: Holder): Holder {
  const [only, ...others] = pieceState.of(state).holders
  if (only === 'none') return NOBODY
  if (only === 'curation' && others.length === 0) return CURATION
  return holdersOf(kind) ? named : before
}

/**
 * What a piece is now, from its events in their order: the same as the database keeps. Of the state and the holder after
 * each event it reads only what the event itself decides.
 */
export function presentOf(unit: Unit, events: readonly CustodyEvent[]): Present {
  const after = new Map<number, Present>()
  let now = EMPTY
  for (const event of events) {
    now = step(unit, now, event, (number) => after.get(number) ?? EMPTY)
    after.set(event.number, now)
  }
  return now
}

function step(unit: Unit, now: Present, event: CustodyEvent, at: (number: number) => Present): Present {
  const amounts = {
    initial: now.initial + event.d_initial,
    present: now.present + event.d_present,
    consumed: now.consumed + event.d_consumed,
    lost: now.lost + event.d_lost,
    difference: now.difference + event.d_difference,
    split_out: now.split_out + event.d_split,
    last_event: event.number,
  }
  const named = pickHolder(event)
  if (event.kind === 'split_from') return { ...amounts, state: event.state, ...named }
  if (event.kind === 'counter') {
    const before = at(event.counters! - 1)
    const moved = hasMoved(before, at(event.counters!))
    const { state } = moved ? before : now
    return { ...amounts, state, ...pickHolder(moved ? before : now) }
  }
  const state = stateAfter(event.kind, { state: now.state, unit }, amounts.present) ?? now.state
  return { ...amounts, state, ...holderAfter(event.kind, state, named, pickHolder(now)) }
}

export const pickHolder = ({ holder_kind, holder_user_id, holder_name }: Holder): Holder => ({
  ...{ holder_kind, holder_user_id, holder_name },
})

type Place = Holder & { state: PieceState }
/** Whether the state or the holder differs. */
export const hasMoved = (one: Place, other: Place) =>
  one.state !== other.state ||
  one.holder_kind !== other.holder_kind ||
  one.holder_user_id !== other.holder_user_id ||
  one.holder_name !== other.holder_name
