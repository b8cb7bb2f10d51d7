import type { CounterableEvent } from '../events.ts'
import type { Deltas } from '../present.ts'
import type { EventKind, PieceState } from '../status.ts'

/** Events of one piece in their order, as far as it depends on them what a borrower sees. */
interface WindowEvent extends Deltas {
  number: number
  kind: EventKind
  /** It belongs to a loan of the viewer. */
  mine: boolean
  /** The number of the event that takes it back. */
  countered_by: number | null
}

const BEGINNINGS: readonly EventKind[] = ['receive', 'split_from']

/**
 * What a borrower sees of a piece: its events from receipt to return, and its amounts as if it had begun with what they
 * received. Null when it never was theirs.
 */
export function borrowersWindow<E extends WindowEvent>(events: readonly E[]) {
  // A receipt that was taken back was none.
  const isBeginning = ({ kind, countered_by }: E) =>
    BEGINNINGS.includes(kind) && (kind === 'split_from' || countered_by === null)
  const first = events.findIndex((event) => event.mine && isBeginning(event))
  if (first < 0) return null
  const last = events.findLastIndex(({ mine }) => mine)
  const shown = events.slice(first, last + 1).filter(({ mine }) => mine)
  const sum = (list: readonly E[], of: (event: E) => number) => list.reduce((all, one) => all + of(one), 0)
  const all = (of: (event: E) => number) => sum(shown, of)
  const received = sum(events.slice(0, first), ({ d_present }) => d_present)
  return {
    events: shown,
    last: events[last]!,
    isOver: last < events.length - 1,
    amounts: {
      initial: received + all(({ d_initial }) => d_initial),
      present: received + all(({ d_present }) => d_present),
      consumed: all(({ d_consumed }) => d_consumed),
      lost: all(({ d_lost }) => d_lost),
      difference: all(({ d_difference }) => d_difference),
      split_out: all(({ d_split }) => d_split),
    },
  }
}

/** What a borrower records on their own. */
const OF_A_BORROWER: readonly EventKind[] = ['weigh', 'loss', 'consume', 'split']

/** Why the viewer cannot take back an event on its page, or null; beside whyNotCounter and what its loan says. */
export function whyNotCounterHere(
  { kind }: Pick<CounterableEvent, 'kind'>,
  viewer: { isCustodian: boolean; isOwn: boolean },
): string | null {
  if (viewer.isCustodian) return null
  if (!OF_A_BORROWER.includes(kind)) return 'Ask the office to put this right.'
  return viewer.isOwn ? null : 'You can take back only what you recorded.'
}

interface Counted {
  state: PieceState
  present: number
  initial: number
  consumed: number
  lost: number
  difference: number
}

/** Where the initial amount of a tree is; `pieces`: the root first. */
export function totalsOf(pieces: readonly Counted[]) {
  const sum = (of: (piece: Counted) => number) => pieces.reduce((all, one) => all + of(one), 0)
  const held = (...states: PieceState[]) =>
    sum(({ state, present }) => (states.includes(state) ? present : 0))
  return {
    initial: pieces[0]?.initial ?? 0,
    difference: sum(({ difference }) => difference),
    with_borrowers: held('received', 'in_use'),
    on_the_way: held('dispatched', 'sent_back'),
    in_curation: held('in_curation', 'packed', 'returned', 'on_offer'),
    consumed: sum(({ consumed }) => consumed),
    lost: sum(({ lost }) => lost),
  }
}
