import { CHECKED, DRAFTED, type Reason, type ResultState, resultState } from './status.ts'

/** Days before the last day to answer on which a reminder is sent. */
export const REMINDER_DAYS = [7, 1] as const

/** A result as the rules take it. */
export interface ResultFacts {
  state: ResultState
  edition: number
  samples: number
  /** Findings that nobody has allowed. */
  findings: number
  reasons: readonly (Reason | null)[]
  /** What is confirmed is not what the draft grants. */
  outdated: boolean
  /** Who wrote it last. */
  saved_by: number | null
  /** What is about to happen to it. */
  waiting: 'release' | 'remind' | null
}

const isDraft = ({ state }: Pick<ResultFacts, 'state'>) => state === DRAFTED || state === CHECKED
const ABOUT_TO = 'It is about to be released: undo that first.'
const RELEASED = 'It is released: begin a correction to change it.'

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`

/** What keeps its words from going out, or null. */
function whyNotReady({ findings, reasons, outdated }: ResultFacts): string | null {
  if (outdated) return 'Samples were confirmed or taken back since it was drafted: bring it up to date.'
  const missing = reasons.filter((reason) => reason === null).length
  if (missing > 0) return `Choose why ${counted(missing, 'request is', 'requests are')} not met.`
  return findings > 0 ? `Change or allow ${counted(findings, 'finding', 'findings')} first.` : null
}

/** Why the text and the reasons cannot be changed, or null. */
export const whyNotSave = (result: ResultFacts): string | null =>
  result.waiting === 'release' ? ABOUT_TO : isDraft(result) ? null : RELEASED

/** Why it cannot be marked as checked, or null. `two`: two persons are required. */
export const whyNotCheck = (result: ResultFacts, viewer: { id: number }, two: boolean): string | null => {
  if (result.waiting === 'release') return ABOUT_TO
  if (result.state === CHECKED) return 'It is checked already.'
  if (result.state !== DRAFTED) return RELEASED
  const why = whyNotReady(result)
  if (why) return why
  return two && result.saved_by === viewer.id
    ? 'You wrote it last: another member of the office checks it.'
    : null
}

/** Why it cannot be released, or null. */
export const whyNotRelease = (result: ResultFacts, two: boolean): string | null => {
  if (!isDraft(result)) return 'It is released already.'
  return whyNotReady(result) ?? (two && result.state !== CHECKED ? 'It must be checked first.' : null)
}

/** Why no correction can be begun, or null. */
export const whyNotCorrect = (result: ResultFacts): string | null =>
  isDraft(result)
    ? result.edition === 1
      ? 'It is not released yet: change the draft.'
      : 'A correction is being prepared already.'
    : null

/** Why the correction that is being prepared cannot be removed, or null. */
export const whyNotCancelCorrection = (result: ResultFacts): string | null =>
  !isDraft(result) || result.edition === 1
    ? 'No correction is being prepared.'
    : result.waiting === 'release'
      ? ABOUT_TO
      : null

/** Why a released result cannot be answered, or its answer changed; null if it can. Nothing lapses with its date. */
export function whyNotAnswer({ state, samples }: Pick<ResultFacts, 'state' | 'samples'>): string | null {
  if (!resultState.of(state).released) return 'It is not released yet.'
  if (samples === 0) return 'It grants no sample that could be accepted.'
  return state === 'noted'
    ? 'The office has acted on the answer: please write to the office to change it.'
    : null
}

/** Why the office cannot act on its answer, or null. */
export const whyNotNote = ({ state, edition }: ResultFacts): string | null => {
  if (state === 'answered') return null
  if (state === 'noted') return 'The answer has been acted on already.'
  if (isDraft({ state })) return edition === 1 ? 'It is not released yet.' : 'A correction is being prepared.'
  return 'It is not answered yet.'
}

/** Why its proposer cannot be reminded to answer, or null. */
export const whyNotRemind = (result: ResultFacts): string | null => {
  if (isDraft(result))
    return result.edition === 1 ? 'It is not released yet.' : 'A correction is being prepared.'
  if (result.samples === 0) return 'It grants no sample that could be accepted.'
  return result.state === 'released' || result.state === 'read' ? null : 'It is answered already.'
}

/** The last day to answer a result that is released at this moment, in UTC. */
export const answerDay = (released: Date, days: number): string =>
  new Date(+released + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
