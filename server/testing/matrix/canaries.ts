import { type CallerKind, STATES, type Subject } from './cell.ts'

/** Texts in records that not everyone may read. */
export const CANARIES = {
  reviewer: 'Undisclosed',
  otherReviewer: 'Unnamed',
  comment: 'What the first reviewer wrote.',
  otherComment: 'What the second reviewer wrote.',
  note: 'What the staff noted.',
} as const
export const SCORE = 4.37
export const RANK = 3.21
export const titleOf = (state: string) => `Titled ${state}.`

const literal = (text: string) => text.replace(/[.]/gu, '\\.')
const TITLE = /Titled (\w+)\./gu
const figures = `(?<![\\d:.])(?:${literal(String(SCORE))}|${literal(String(RANK))})(?!\\d)`
const any = (...texts: string[]) => new RegExp([...texts.map(literal), figures].join('|'), 'u')

const { reviewer, otherReviewer, comment, otherComment, note } = CANARIES
const EVERYTHING = any(reviewer, otherReviewer, comment, otherComment, note)

/** States in which the first reviewer may see a proposal. */
const ASKED = ['requested', 'bare', 'accepted', 'handedIn', 'declined', 'scored', 'cancelled']

/** The proposal to which the loan was made. */
export const LENT = 'given'

interface Reader {
  secret: RegExp | null
  titles: (subject: Subject) => readonly string[] | 'all'
}
const none = () => []
const stranger: Reader = { secret: EVERYTHING, titles: none }
const staff: Reader = { secret: null, titles: () => 'all' }

/** What each caller must not read, and the proposals whose titles they may read. */
const READERS: Record<CallerKind, Reader> = {
  nobody: stranger,
  disabled: stranger,
  none: stranger,
  admin: staff,
  panel: staff,
  conflicted: { secret: any(comment, otherComment, note), titles: () => 'all' },
  reviewer: { secret: any(otherReviewer, otherComment, note), titles: () => ASKED },
  'other reviewer': { secret: any(reviewer, comment, note), titles: () => ['handedIn'] },
  // Of what is confirmed or lent, proposal and title.
  curation: { secret: EVERYTHING, titles: () => [LENT, ...STATES.result] },
  proposer: {
    secret: EVERYTHING,
    titles: ({ owner, state }) => (owner ? [state === 'in use' ? LENT : state] : ['submitted']),
  },
  'other proposer': stranger,
}

/** A text that the caller must not read, or null; a refused request must not reveal anything. */
export function findLeak(text: string, who: CallerKind, subject: Subject, refused: boolean): string | null {
  const { secret, titles } = refused ? stranger : READERS[who]
  const found = secret?.exec(text)?.[0]
  if (found) return found
  const may = titles(subject)
  if (may === 'all') return null
  return [...text.matchAll(TITLE)].find(([, state]) => !may.includes(state!))?.[0] ?? null
}
