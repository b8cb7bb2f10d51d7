import { termLabel } from '../masters/values.ts'
import { sameTyped } from '../text.ts'
import { type Term, whyReadOnly } from './rules.ts'

export type TermStatus = Pick<Term, 'id' | 'disabled' | 'is_current'>

/** Why a term cannot be saved, or null. A closed term must be opened again first, and there is always a current term. */
export function whyNotSaveTerm(before: TermStatus, after: Omit<TermStatus, 'id'>): string | null {
  if (before.is_current && !after.is_current)
    return `${termLabel(before.id)} remains the current call until you make another one current.`
  return after.disabled ? whyReadOnly(before) : null
}

/** The terms that saving this one closes: itself, or the open ones before it when it becomes the current one. */
export function closedBySaving<T extends { id: number; disabled?: boolean }>(
  before: TermStatus,
  after: Omit<TermStatus, 'id'>,
  all: readonly T[],
): T[] {
  const becomesCurrent = after.is_current && !before.is_current
  return all.filter(
    ({ id, disabled }) =>
      !disabled && ((id === before.id && after.disabled) || (id < before.id && becomesCurrent)),
  )
}

/** What is typed to close these terms: 'AO7', or 'AO6, AO7'. */
export const closingName = (terms: readonly Pick<Term, 'id'>[]) =>
  terms.map(({ id }) => termLabel(id)).join(', ')

/** Why the typed name does not allow closing these terms, or null. */
export function whyNotClose(terms: readonly Pick<Term, 'id'>[], typed: string): string | null {
  const name = closingName(terms)
  return sameTyped(typed, name) ? null : `Type ${name} to close ${terms.length > 1 ? 'them' : 'it'}.`
}

interface UnfinishedCounts {
  id: number
  drafts: number
  reports: number
  assignments: number
  second_confirmations: number
  unlocks: number
  withdrawals: number
  questions: number
  meetings: number
  results: number
  answers: number
}

const counted = (count: number, one: string, many = `${one}s`) =>
  count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
const joined = (parts: readonly string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`

/** What closing a term means for what is unfinished in it. */
export function closingSentence({ id, ...unfinished }: UnfinishedCounts): string {
  const open = joined([
    ...counted(unfinished.drafts, 'draft'),
    ...counted(unfinished.reports, 'report'),
    ...counted(unfinished.assignments, 'assignment'),
  ])
  return `${termLabel(id)} is closed: ${open === '' ? 'nothing in it can be changed' : `${open} can no longer be changed`}, and proposers see their allocation.`
}

/** What else is unfinished in a term that is closed, one sentence each. */
export const closingRemarks = ({
  second_confirmations,
  unlocks,
  withdrawals,
  questions,
  meetings,
  results,
  answers,
}: UnfinishedCounts): string[] => [
  ...counted(
    second_confirmations,
    'assignment waits for its second confirmation.',
    'assignments wait for their second confirmation.',
  ),
  ...counted(unlocks, 'proposal is still unlocked.', 'proposals are still unlocked.'),
  ...counted(
    withdrawals,
    'proposer waits for an answer about a withdrawal.',
    'proposers wait for an answer about a withdrawal.',
  ),
  ...counted(
    questions,
    'question to reviewers waits for the office.',
    'questions to reviewers wait for the office.',
  ),
  ...counted(meetings, 'panel meeting is not closed.', 'panel meetings are not closed.'),
  ...counted(results, 'result is not released.', 'results are not released.'),
  ...counted(answers, 'result is not answered.', 'results are not answered.'),
]

/** What has not been sent when a term is closed, one sentence each. */
export const unsentRemarks = (unsent: { unsent_mails: number; unsent_group_mails: number }): string[] => [
  ...counted(unsent.unsent_mails, 'e-mail has not been sent yet.', 'e-mails have not been sent yet.'),
  ...counted(
    unsent.unsent_group_mails,
    'group mail has not been sent yet.',
    'group mails have not been sent yet.',
  ),
]
