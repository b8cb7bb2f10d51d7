import type { CallState } from '#domain/call_state/contract.ts'
import type { OwnProgress } from '#domain/proposals/contract.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import type { OwnResult } from '#domain/results/contract.ts'
import { resultOutcome } from '#domain/results/status.ts'
import { stepState } from '#domain/terms/status.ts'
import { day, time, zoneName } from '#web/lib/format/format.ts'
import { type StepAhead, StepsAhead } from '#web/ui/home/steps_ahead.tsx'

type StepState = StepAhead['at']

interface NextStepsProps {
  state: CallState
  proposal: OwnProgress
  /** Its released result. */
  result: OwnResult | undefined
}

/** The steps of the proposal with their dates, from notice to samples. */
export const NextSteps = (props: NextStepsProps) => <StepsAhead steps={linesOf(props)} />

function linesOf({ state, proposal, result }: NextStepsProps): StepAhead[] {
  const registered: StepAhead = {
    head: 'Registered',
    text: `${day(proposal.registered_at)}, from your Notice of Intent`,
    at: 'was',
  }
  if (isSubmitted(proposal.status)) return [registered, submittedLine(proposal), ...laterLines(state, result)]
  const { proposals_close_at, proposals_open_at } = state.proposer!
  const opens = state.term!.disabled ? null : proposals_open_at
  const [said, at] = writingOf(proposal, opens, proposals_close_at)
  const writing: StepAhead = { head: 'You write and submit', text: said, at }
  if (at === 'was') return [registered, writing]
  // Without a submission the later steps are never reached, even if the term has reached them.
  const later = laterLines(state, undefined).map((line) => ({ ...line, at: 'coming' as const }))
  return [registered, writing, ...later]
}

/** When the proposal can or could be written; `from` is null once the term is closed. */
function writingOf(proposal: OwnProgress, from: string | null, to: string): [said: string, at: StepState] {
  if (proposal.why_not_edit !== null)
    return from !== null && Date.parse(from) > Date.now()
      ? [`from ${time(from)} to ${time(to)} (${zoneName()})`, 'coming']
      : ['It was not submitted in time, and is not part of the next steps.', 'was']
  const until = `${time(proposal.editable_until)} (${zoneName()})`
  return Date.parse(to) <= Date.now()
    ? [
        `The deadline has passed. The office has unlocked your proposal: you can submit it until ${until}.`,
        'now',
      ]
    : [
        `until ${until}. You can edit it until then or until a review is requested, whichever is earlier.`,
        'now',
      ]
}

const submittedLine = ({ submitted_at, editable_until, is_unlocked }: OwnProgress): StepAhead => ({
  head: 'You submitted',
  text: [
    submitted_at === null ? '' : day(submitted_at),
    editable_until === null
      ? ''
      : `You can edit it until ${time(editable_until)} (${zoneName()})${is_unlocked ? '' : ' or until a review is requested, whichever is earlier'}.`,
  ]
    .filter(Boolean)
    .join('. '),
  at: 'was',
})

/** The steps that follow a submission; once its result is released, those of the result. */
function laterLines({ steps, term }: CallState, result: OwnResult | undefined): StepAhead[] {
  const at = (key: CallState['steps'][number]['key']): StepState => {
    const step = steps.find((one) => one.key === key)
    if (result) return 'was'
    if (!step || step.state === stepState.code.COMING) return 'coming'
    return step.state === stepState.code.OVER ? 'was' : 'now'
  }
  const until = (key: CallState['steps'][number]['key']) => steps.find((one) => one.key === key)?.to ?? null
  const before: StepAhead[] = [
    { head: 'Reviewers read it', text: `reports are due ${day(until('reviews'))}`, at: at('reviews') },
    {
      head: 'The panel scores and ranks',
      text: until('scoring') === null ? 'after the reviews' : `it meets ${day(until('scoring'))}`,
      at: at('scoring'),
    },
  ]
  if (result) return [...before, ...resultLines(result)]
  return [
    ...before,
    {
      head: 'Samples are allocated',
      text: term?.disabled
        ? 'your allocation is shown in MyProposal'
        : 'you get an e-mail when your result is in MyProposal',
      at: at('allocation'),
    },
  ]
}

function resultLines({ outcome, released_at, answer, answer_by, answered }: OwnResult): StepAhead[] {
  const released: StepAhead = {
    head: 'Result released',
    text: `${day(time(released_at))}: ${resultOutcome.label(outcome)}`,
    at: 'was',
  }
  if (answer === 'none') return [released]
  if (answered) return [released, { head: 'You answered', text: day(time(answered.at)), at: 'was' }]
  return [
    released,
    { head: 'You accept or decline', text: `until ${answer_by} 23:59 UTC, in MyProposal`, at: 'now' },
  ]
}
