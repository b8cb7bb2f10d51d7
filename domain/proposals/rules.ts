import type { Bit } from '../endpoint.ts'
import { NOT_APPLICABLE, termLabel } from '../masters/values.ts'
import { acceptsProposals, beforeDeadline, formatUtc, type Term, whyReadOnly } from '../terms/rules.ts'
import { firstWords, REQUIRED } from '../text.ts'
import { DETAIL_LABEL, type RequiredField } from './fields.ts'
import { isSubmitted, type ProposalStatus, SUBMITTED } from './status.ts'

const SHORT_WORDS = 30

/** The first 30 words of an abstract, with an ellipsis when there are more. */
export const shortAbstract = (abstract: string) => firstWords(abstract, SHORT_WORDS)

type SubmissionWindow = Pick<Term, 'id' | 'disabled' | 'proposals_open_at' | 'proposals_close_at'>
interface ProposalState {
  status: ProposalStatus
  is_unlocked: Bit
}

/** Why the proposer may not write in `term` now, or null. Unlocking extends the term's window. */
function whyNotWrite({ is_unlocked }: ProposalState, term: SubmissionWindow, now: Date): string | null {
  const closed = whyReadOnly(term)
  if (closed) return closed
  const label = termLabel(term.id)
  if (!acceptsProposals(term, now))
    return `${label} accepts proposals from ${formatUtc(term.proposals_open_at)} to ${formatUtc(term.proposals_close_at)}.`
  if (!beforeDeadline(term, now) && !is_unlocked)
    return `The deadline of ${label} has passed (${formatUtc(term.proposals_close_at)}).`
  return null
}

/**
 * Why the proposer may not edit the proposal now, or null. A submitted one may be edited too, until a report on it is
 * requested, accepted or submitted (`underReview`); an unlocked one whatever its reports' states.
 */
export const whyNotEdit = (
  proposal: ProposalState,
  term: SubmissionWindow,
  now: Date,
  underReview: boolean,
): string | null =>
  whyNotWrite(proposal, term, now) ??
  (isSubmitted(proposal.status) && underReview && !proposal.is_unlocked
    ? 'This proposal is being reviewed and can no longer be changed.'
    : null)

/** Why the proposal cannot be edited once it is submitted and no longer unlocked, or null. */
export const whyNotEditSubmitted = (term: SubmissionWindow, now: Date, underReview: boolean): string | null =>
  whyNotEdit({ status: SUBMITTED, is_unlocked: 0 }, term, now, underReview)

/** What a proposer can do while the proposal cannot be edited; `office` is the address to write to. */
export function whatNext(
  { status }: ProposalState,
  term: SubmissionWindow,
  now: Date,
  office: string,
): string {
  if (term.disabled)
    return 'You can still read it here. To take part in the next call, file a new Notice of Intent.'
  if (!acceptsProposals(term, now))
    return `The form opens here on ${formatUtc(term.proposals_open_at)}; there is nothing to do until then.`
  const allowed = isSubmitted(status) ? 'change it' : 'change and submit it'
  return `Only the office can open it again: ask ${office} to unlock it. You can then ${allowed} until the date that the office sets.`
}

/** Why the proposer may not submit the proposal now, or null; completeness is not checked. */
export const whyNotSubmit = (proposal: ProposalState, term: SubmissionWindow, now: Date): string | null =>
  isSubmitted(proposal.status)
    ? 'This proposal has already been submitted.'
    : whyNotWrite(proposal, term, now)

/** Why this is not a submitted proposal of an open term, or null. */
export const whyNotSubmitted = ({
  status,
  term,
}: {
  status: ProposalStatus
  term: Pick<Term, 'id' | 'disabled'>
}) => whyReadOnly(term) ?? (isSubmitted(status) ? null : 'This proposal is not submitted.')

interface SubmissionContent {
  title: string
  abstract: string
  selected_keywords: readonly unknown[]
  selected_methods: readonly unknown[]
  requested_samples: readonly unknown[]
  check_organization: Bit
  check_collaborators: Bit
}

/** Labels of the fields that Submit requires. */
export const REQUIRED_TO_SUBMIT: Record<RequiredField, string> = {
  title: DETAIL_LABEL.title,
  abstract: DETAIL_LABEL.abstract,
  keywords: DETAIL_LABEL.keywords,
  methods: DETAIL_LABEL.methods,
  samples: DETAIL_LABEL.samples,
  check_organization: DETAIL_LABEL.check_organization,
  check_collaborators: DETAIL_LABEL.check_collaborators,
}
const REQUIRED_FIELDS = Object.keys(REQUIRED_TO_SUBMIT) as RequiredField[]

/** The fields that a submitted proposal must have and this one lacks. */
export function missingForSubmission(proposal: SubmissionContent): RequiredField[] {
  const present: Record<RequiredField, boolean> = {
    title: proposal.title !== '',
    abstract: proposal.abstract !== '',
    keywords: proposal.selected_keywords.length > 0,
    methods: proposal.selected_methods.length > 0,
    samples: proposal.requested_samples.length > 0,
    check_organization: proposal.check_organization === 1,
    check_collaborators: proposal.check_collaborators === 1,
  }
  return REQUIRED_FIELDS.filter((field) => !present[field])
}

/** A message for each missing field, by its name. */
export const submissionErrors = (proposal: SubmissionContent): Record<string, string> =>
  Object.fromEntries(missingForSubmission(proposal).map((field) => [field, REQUIRED]))

/** Why these choices of Previous Status exclude each other, or null: 'Not applicable' allows no other. */
export const whyNotPreviousStatus = (terms: readonly number[], others: readonly number[]): string | null =>
  others.includes(NOT_APPLICABLE) && terms.length + new Set(others).size > 1
    ? "'Not applicable' and the other choices exclude each other."
    : null

interface WeightedRow {
  sample_id: number | null
  weight: number | null
  sample_weight: number | null
}

/** Total requested in mg: the weights of Any rows of Particle and Aggregate, and of listed samples. */
export const requestedTotal = (rows: readonly WeightedRow[]) =>
  total(rows.map((row) => (row.sample_id === null ? row.weight : row.sample_weight)))

/** Total assigned in mg. */
export const assignedTotal = (samples: readonly { weight: number | null }[]) =>
  total(samples.map((sample) => sample.weight))

const NANOGRAMS = 1_000_000
const TENTH = NANOGRAMS / 10

/** Rounded down to one decimal; summed in whole nanograms, so that 0.1 + 0.7 is 0.8. */
const total = (weights: readonly (number | null)[]) =>
  Math.floor(
    weights.reduce((sum: number, weight) => sum + Math.round((weight ?? 0) * NANOGRAMS), 0) / TENTH,
  ) / 10
