import type { AuditAction } from '../audit_actions.ts'
import { type KeptActState, keptActState } from './status.ts'

/** What an act that waits does: how often, to whom, and on which proposals. `subject` is that of its e-mails. */
export interface ActFacts {
  count: number
  people: readonly string[]
  proposals: readonly number[]
  subject: string
}

interface Undoable {
  /** Shown beside each of its objects while it waits. */
  label: string
  /** What it does, by name, after 'About to' or 'Could not'. */
  describe(facts: ActFacts): string
}

const MAX_NAMED = 3

/** 'Bo Ek', 'Bo Ek and Mira Ito', 'Bo Ek, Mira Ito, Ann Lee and 4 more'. */
function listText(items: readonly (string | number)[]): string {
  const named = items.length > MAX_NAMED + 1 ? items.slice(0, MAX_NAMED) : items
  const more = items.length - named.length
  const parts = [...named.map(String), ...(more > 0 ? [`${more} more`] : [])]
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}
const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`
const ofProposals = (proposals: readonly number[]) =>
  proposals.length === 0 ? '' : ` (proposal${proposals.length === 1 ? '' : 's'} ${listText(proposals)})`

/**
 * The actions that can be undone until they are carried out, by the name under which the audit log will record them. The
 * handler of an endpoint with `undoable: true` writes an entry of one of them for each object.
 */
export const UNDOABLE = {
  'report.request': {
    label: 'About to be requested',
    describe: ({ count, people, proposals }) =>
      `request ${counted(count, 'review')} from ${listText(people)}${ofProposals(proposals)}`,
  },
  'report.ask_again': {
    label: 'About to be requested again',
    describe: ({ count, people, proposals }) =>
      `request ${counted(count, 'review')} again from ${listText(people)}${ofProposals(proposals)}`,
  },
  'report.remind': {
    label: 'About to be reminded',
    describe: ({ count, people, proposals }) =>
      `remind ${listText(people)} of ${counted(count, 'report')}${ofProposals(proposals)}`,
  },
  'result.release': {
    label: 'About to be released',
    describe: ({ count, proposals }) => `release ${counted(count, 'result')}${ofProposals(proposals)}`,
  },
  'result.remind': {
    label: 'About to be reminded',
    describe: ({ people, proposals }) => `remind ${listText(people)} to answer${ofProposals(proposals)}`,
  },
  'group_mail.send': {
    label: 'About to be sent',
    describe: ({ people, subject }) =>
      `send the group mail ‘${subject}’ to ${people.length === 1 ? people[0] : counted(people.length, 'recipient')}`,
  },
} as const satisfies Partial<Record<AuditAction, Undoable>>
export type UndoableAction = keyof typeof UNDOABLE

/** The actions on reports, in the order of UNDOABLE. */
export const REPORT_ACTIONS = ['report.request', 'report.ask_again', 'report.remind'] as const
export type ReportAction = (typeof REPORT_ACTIONS)[number]

export const isUndoable = (action: AuditAction): action is UndoableAction => action in UNDOABLE

/** What an act does, by name: 'request 2 reviews from Bo Ek (proposals 63 and 71)'. */
export const describeAct = (action: UndoableAction, facts: ActFacts): string =>
  UNDOABLE[action].describe(facts)

/** An act as the rules take it. */
export interface KeptActFacts {
  state: KeptActState
  user_id: number
  user_name: string
}

const { WAITING, DONE, REFUSED, HELD } = keptActState.code
const WHY_NOT_WAITING: Record<KeptActState, string | null> = {
  [WAITING]: null,
  [DONE]: 'It has already been done, so it can no longer be undone.',
  [REFUSED]: 'It was not done, so there is nothing to undo.',
  [HELD]: 'It is held, so there is nothing to undo.',
}

/** Why the user cannot undo an act, or null: only who did it can, and only until it is carried out. */
export const whyNotUndo = ({ state, user_id, user_name }: KeptActFacts, viewer: number): string | null =>
  WHY_NOT_WAITING[state] ?? (user_id === viewer ? null : `Only ${user_name} can undo this.`)

/** Why an act that was refused or held can be neither carried out again nor dismissed, or null. */
export const whyNotSettle = ({ state }: Pick<KeptActFacts, 'state'>): string | null =>
  state === REFUSED || state === HELD ? null : 'Only what was not done can be carried out again or dismissed.'

/** Said when what is pressed waits already. */
export const ALREADY_WAITING = (name: string) =>
  `This is about to be done already: ${name} has pressed it. Wait until it is done, or until it is undone.`

/** What a second act is refused with at its time. */
export const MORE_THAN_WAS_PRESSED =
  'It would now concern more than when it was pressed. Please look at it again.'
