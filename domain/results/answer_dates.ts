import { address } from '../address.ts'
import { type CalendarEntry, endOfDay } from '../calendar_entry.ts'
import { termLabel } from '../masters/values.ts'

interface Answerable {
  /** Of the proposal. */
  id: number
  term_id: number
  /** Its term is the current one. */
  is_current: boolean
}

/** The screen on which the proposer reads the result. */
export const resultAddress = ({ id, is_current }: Pick<Answerable, 'id' | 'is_current'>) =>
  is_current ? address('/proposals/myproposal') : address('/proposals/oldProposal/$id', { id })

/** The last day of the answer to a result, for the calendar of its proposer. */
export const answerEntry = (proposal: Answerable, answer_by: string): CalendarEntry => ({
  key: `answer-${proposal.id}`,
  title: `${termLabel(proposal.term_id)}: answer to the result of proposal ${proposal.id} is due`,
  starts_at: endOfDay(answer_by),
  to: resultAddress(proposal),
})

/** The last day of the answers to many results of a term, for the calendar of the office. */
export const answersEntry = (term_id: number, answer_by: string): CalendarEntry => ({
  key: `answers-${term_id}-${answer_by}`,
  title: `${termLabel(term_id)}: answers to results are due`,
  starts_at: endOfDay(answer_by),
  to: address('/results', {}, { term_id, answer: 'awaited' }),
})
