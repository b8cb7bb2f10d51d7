import type { CallState } from '#domain/call_state/contract.ts'
import type { OwnProgress } from '#domain/proposals/contract.ts'
import { isSubmitted } from '#domain/proposals/status.ts'
import { stepState } from '#domain/terms/status.ts'
import { day, time, zoneName } from '#web/lib/format/format.ts'
import { Section } from '#web/ui/layout/section.tsx'
import classes from './-home.module.css'

type StepState = 'was' | 'now' | 'coming'
interface Line {
  head: string
  text: string
  at: StepState
}
interface NextStepsProps {
  state: CallState
  proposal: OwnProgress
}

/** The steps of the proposal with their dates, from notice to samples. */
export const NextSteps = (props: NextStepsProps) => (
  <Section title="What happens next">
    <ol className={classes.line}>
      {linesOf(props).map(({ head, text: said, at }) => (
        <li key={head} data-at={at} aria-current={at === 'now' ? 'step' : undefined}>
          <b>{head}</b>
          <span>{said}</span>
        </li>
      ))}
    </ol>
  </Section>
)

function linesOf({ state, proposal }: NextStepsProps): Line[] {
  const registered: Line = {
    head: 'Registered',
    text: `${day(proposal.registered_at)}, from your Notice of Intent`,
    at: 'was',
  }
  if (isSubmitted(proposal.status)) return [registered, submittedLine(proposal), ...laterLines(state)]
  const { proposals_close_at, proposals_open_at } = state.proposer!
  const opens = state.term!.disabled ? null : proposals_open_at
  const [said, at] = writingOf(proposal, opens, proposals_close_at)
  const writing: Line = { head: 'You write and submit', text: said, at }
  if (at === 'was') return [registered, writing]
  // Without a submission the later steps are never reached, even if the term has reached them.
  const later = laterLines(state).map((line) => ({ ...line, at: 'coming' as const }))
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

const submittedLine = ({ submitted_at, editable_until, is_unlocked }: OwnProgress): Line => ({
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

/** The steps that follow a submission. */
function laterLines({ steps, term }: CallState): Line[] {
  const at = (key: CallState['steps'][number]['key']): StepState => {
    const step = steps.find((one) => one.key === key)
    if (!step || step.state === stepState.code.COMING) return 'coming'
    return step.state === stepState.code.OVER ? 'was' : 'now'
  }
  const until = (key: CallState['steps'][number]['key']) => steps.find((one) => one.key === key)?.to ?? null
  return [
    { head: 'Reviewers read it', text: `reports are due ${day(until('reviews'))}`, at: at('reviews') },
    {
      head: 'The panel scores and ranks',
      text: until('scoring') === null ? 'after the reviews' : `it meets ${day(until('scoring'))}`,
      at: at('scoring'),
    },
    {
      head: 'Samples are allocated',
      text: term?.disabled
        ? 'your allocation is shown in MyProposal'
        : 'your allocation appears in MyProposal once the call closes',
      at: at('allocation'),
    },
  ]
}
