import { type Actor, isOffice } from '../session/actor.ts'
import { type Term, whyReadOnly } from '../terms/rules.ts'
import type { BallotResult } from './live_contract.ts'
import { type ItemState, itemState, type MeetingState, meetingState } from './status.ts'

const { PREPARED, OPEN, CLOSED } = meetingState.code
const { WAITING, DISCUSSING, BALLOT, REVEALED, AGREED, PUT_OFF } = itemState.code

type TermFacts = Pick<Term, 'id' | 'disabled'>

/** Whether someone is here, and without a conflict with the proposal that is on. */
export interface Presence {
  id: number
  here: boolean
  conflict: boolean
}

/**
 * Who has the chair: the chair, else the deputy, each unless away or in conflict with the proposal that is on; null: any
 * member of the office without a conflict with it.
 */
export const chairNow = (chair: Presence, deputy: Presence | null): number | null =>
  [chair, ...(deputy ? [deputy] : [])].find(({ here, conflict }) => here && !conflict)?.id ?? null

/** Whether the actor has the chair. `conflict`: their own with the proposal that is on. */
export const hasChair = (actor: Actor, now: number | null, conflict: boolean): boolean =>
  !conflict && (now === null ? isOffice(actor) : now === actor.id)

/** Who prepares a meeting: the office, its chair and its deputy. */
export const mayPrepare = (
  actor: Actor,
  { chair_id, deputy_id }: { chair_id: number; deputy_id: number | null },
): boolean => isOffice(actor) || actor.id === chair_id || actor.id === deputy_id

const MEETING_IS: Record<MeetingState, string> = {
  [PREPARED]: 'This meeting has not been opened.',
  [OPEN]: 'This meeting is open.',
  [CLOSED]: 'This meeting is closed.',
}

/** Why nothing can be done in a meeting now, or null: only in an open one of a call that is not closed. */
export const whyNotInMeeting = (state: MeetingState, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (state === OPEN ? null : MEETING_IS[state])

export const whyNotOpen = (state: MeetingState, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (state === PREPARED ? null : MEETING_IS[state])

/** A closed meeting is opened again while its term has no other one. */
export const whyNotReopen = (state: MeetingState, term: TermFacts, other: boolean): string | null =>
  whyReadOnly(term) ??
  (state !== CLOSED ? MEETING_IS[state] : null) ??
  (other ? 'This call has another meeting that is not closed.' : null)

/** Only a meeting that was never opened leaves no trace. */
export const whyNotRemove = (state: MeetingState, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (state === PREPARED ? null : 'Only a meeting that was never opened can be deleted.')

export const whyNotChangeSettings = (state: MeetingState, term: TermFacts): string | null =>
  whyReadOnly(term) ?? (state === CLOSED ? MEETING_IS[CLOSED] : null)

/** Why a meeting cannot be closed, or null. `current`: the proposal that is on. */
export const whyNotCloseMeeting = (current: number | null): string | null =>
  current === null ? null : `Agree on ${current} or put it off first.`

const IS_NOW: Record<ItemState, (id: number) => string> = {
  [WAITING]: (id) => `${id} is waiting.`,
  [DISCUSSING]: (id) => `${id} is being discussed.`,
  [BALLOT]: (id) => `The ballot on ${id} is open.`,
  [REVEALED]: (id) => `The ballot on ${id} has been revealed.`,
  [AGREED]: (id) => `${id} is agreed.`,
  [PUT_OFF]: (id) => `${id} has been put off.`,
}

/** What a proposal of a meeting is now, in a sentence. */
export const whatItIsNow = (id: number, state: ItemState): string => IS_NOW[state](id)

/** The states from which a command on a proposal goes on. */
const FROM = {
  openBallot: [DISCUSSING, REVEALED],
  agree: [DISCUSSING, REVEALED],
  putOff: [DISCUSSING, BALLOT, REVEALED],
} as const satisfies Record<string, readonly ItemState[]>

/** Whether a command fits the state of its proposal. */
export const fits = (command: keyof typeof FROM, state: ItemState): boolean =>
  (FROM[command] as readonly ItemState[]).includes(state)

/** Why the votes of so many members do not count, or null. */
export const whyBelowQuorum = (voters: number, quorum: number): string | null =>
  voters >= quorum
    ? null
    : `${voters === 1 ? '1 member is' : `${voters} members are`} here who may vote on it; the quorum is ${quorum}.`

/** Why the chair cannot close a ballot, or null. */
export const whyNotCloseBallot = (given: number, voters: number, quorum: number): string | null =>
  whyBelowQuorum(voters, quorum) ?? (given > 0 ? null : 'Nobody has given a grade yet.')

/** Whether a ballot reveals itself: the grades of all voters are given, who are as many as the quorum. */
export const isComplete = (given: number, voters: number, quorum: number): boolean =>
  voters > 0 && given >= voters && whyBelowQuorum(voters, quorum) === null

/** Two decimals; halves go up. */
const rounded = (score: number) => Math.round((score + Number.EPSILON) * 100) / 100

/** Median and range of grades; null without any. */
export function resultOf(grades: readonly number[]): BallotResult | null {
  if (grades.length === 0) return null
  const sorted = grades.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const median = (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
  return { median: rounded(median), lowest: sorted[0]!, highest: sorted.at(-1)! }
}

/** The score that the average total of the reports (2 to 10) stands for, for a proposal that is not discussed; null without reports. */
export const proposedScore = (total_average: number | null): number | null =>
  total_average === null ? null : rounded(total_average / 2)

/**
 * Whether a proposal that is not discussed is better or worse than those that are, by the averages of their reports; null
 * where nothing can be compared.
 */
export function triageSide(
  average: number | null,
  discussed: readonly (number | null)[],
): 'above' | 'below' | null {
  const known = discussed.filter((one) => one !== null)
  if (average === null || known.length === 0) return null
  return average >= known.reduce((sum, one) => sum + one, 0) / known.length ? 'above' : 'below'
}

interface DocketPlace {
  proposal_id: number
  track: 'discussed' | 'triage'
  state: ItemState
}

/** The next proposal of a docket in its order: the first one to discuss that waits; undefined when none is left. */
export const nextOf = <I extends DocketPlace>(docket: readonly I[]): I | undefined =>
  docket.find(({ track, state }) => track === 'discussed' && state === WAITING)

/** Why a proposal cannot be begun with, or null. `current`: the one that is on. */
export function whyNotStart(
  item: { proposal_id: number; state: ItemState },
  current: number | null,
): string | null {
  if (current !== null) return `Agree on ${current} or put it off first.`
  return itemState.of(item.state).current ? whatItIsNow(item.proposal_id, item.state) : null
}

/** Why a proposal cannot come back from triage, or null. */
export const whyNotBringBack = (item: { proposal_id: number; state: ItemState }): string | null =>
  item.state === WAITING ? null : whatItIsNow(item.proposal_id, item.state)

interface RunningClock {
  spent_seconds: number
  running_since: string | null
}

/** Whole seconds on a clock at a moment. */
export const secondsOn = ({ spent_seconds, running_since }: RunningClock, now: Date): number =>
  spent_seconds +
  (running_since === null ? 0 : Math.max(0, Math.floor((+now - Date.parse(running_since)) / 1000)))

/** A clock that has been stopped. */
export const stopped = (clock: RunningClock, now: Date): RunningClock => ({
  spent_seconds: secondsOn(clock, now),
  running_since: null,
})

/** Seconds of the sessions that are over at a moment. */
const sessionSeconds = (sessions: readonly { starts_at: string; ends_at: string }[], now: Date) =>
  sessions.reduce(
    (sum, { starts_at, ends_at }) =>
      sum + Math.max(0, Math.min(+now, Date.parse(ends_at)) - Date.parse(starts_at)) / 1000,
    0,
  )

/**
 * Whole minutes by which a meeting is behind its plan, negative when it is ahead: the time of its sessions until now, less
 * the planned time of what is done and of what is on, of which no more counts than was planned.
 */
export function minutesBehind(
  plan: {
    sessions: readonly { starts_at: string; ends_at: string }[]
    done_minutes: number
    current: (RunningClock & { minutes: number }) | null
  },
  now: Date,
): number {
  const { sessions, done_minutes, current } = plan
  const on = current ? Math.min(secondsOn(current, now), current.minutes * 60) : 0
  return Math.round((sessionSeconds(sessions, now) - done_minutes * 60 - on) / 60)
}
