import { type CodeOf, type State, stateMachine } from '../../state_machine.ts'

interface EntryState extends State {
  /** It is shown under What differs, and the office acts on it before the inventory is closed. */
  differs: boolean
  /** Its holder still has to answer. */
  asked: boolean
}

/** The state of an entry of an inventory. */
export const entryState = stateMachine({
  CONFIRMED: { code: 'confirmed', label: 'Confirmed', colour: 'sea', differs: false, asked: false },
  DIFFERS: { code: 'differs', label: 'Differs', colour: 'red', differs: true, asked: false },
  NOT_THERE: { code: 'not_there', label: 'Not there', colour: 'black', differs: true, asked: false },
  UNLISTED: { code: 'unlisted', label: 'Not on the list', colour: 'red', differs: true, asked: false },
  NOT_ANSWERED: { code: 'not_answered', label: 'Not answered', colour: 'plain', differs: false, asked: true },
  ON_ITS_WAY: { code: 'on_its_way', label: 'On its way', colour: 'blue', differs: false, asked: false },
  NOT_HELD: { code: 'not_held', label: 'No longer held', colour: 'green', differs: false, asked: false },
  RESOLVED: { code: 'resolved', label: 'Resolved', colour: 'green', differs: false, asked: false },
} as const satisfies Record<string, EntryState>)
export type EntryStateCode = CodeOf<typeof entryState>

/** What a holder says of a piece. */
export const CONDITIONS = {
  unchanged: 'Unchanged',
  changed: 'Changed',
  broken: 'Broken',
} as const
export type Condition = keyof typeof CONDITIONS
export const CONDITION_NAMES = Object.keys(CONDITIONS) as Condition[]

/** What a holder answers: the piece is there, it is not, or it is one that was not asked for. */
export const ANSWERS = ['there', 'not_there', 'unlisted'] as const
export type Answer = (typeof ANSWERS)[number]

/** What the holder, or curation, is asked about an answer. */
export const QUESTIONS = {
  weigh: 'Weigh again',
  split: 'Enter the split',
  curation: 'Asked of curation',
} as const
export type Question = keyof typeof QUESTIONS
export const QUESTION_NAMES = Object.keys(QUESTIONS) as Question[]
