import { address } from '#domain/address.ts'
import { dayCount, daysLeft } from '#domain/reports/due.ts'
import type { OwnResult } from '#domain/results/contract.ts'
import { resultOutcome } from '#domain/results/status.ts'
import { day, termLabel, time } from '#web/lib/format/format.ts'
import { LinkButton } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'

interface ResultNotesProps {
  results: readonly OwnResult[]
  /** The call that is shown: the result of an earlier one is with its proposal. */
  term_id: number | undefined
}

/** A released result that has not been read, or waits for its answer; and that of the present call. */
export const ResultNotes = ({ results, term_id }: ResultNotesProps) =>
  results
    .filter((result) => result.term_id === term_id || result.read_at === null || isAwaited(result))
    .map((result) => (
      <Note
        key={result.proposal_id}
        kind={isAwaited(result) ? 'warn' : 'info'}
        title={`The result of your proposal for ${termLabel(result.term_id)}: ${resultOutcome.label(result.outcome)}.`}
        action={
          <LinkButton
            size="compact-md"
            variant={isAwaited(result) ? 'filled' : 'default'}
            to={
              result.term_id === term_id
                ? address('/proposals/myproposal')
                : address('/proposals/oldProposal/$id', { id: result.proposal_id })
            }
          >
            {isAwaited(result) ? 'Answer' : 'See the result'}
          </LinkButton>
        }
      >
        {noteText(result)}
      </Note>
    ))

const isAwaited = ({ answer }: OwnResult) => answer === 'awaited' || answer === 'overdue'

function noteText({ answer, answer_by, answered, released_at }: OwnResult): string {
  if (answered) return `You answered on ${day(time(answered.at))}.`
  if (!answer_by || answer === 'none') return `Released ${day(time(released_at))}.`
  const left = daysLeft(answer_by, new Date())
  if (left < 0) return `Your answer was due ${answer_by}, ${dayCount(-left)} ago.`
  return `Accept or decline your samples by ${answer_by}, ${left === 0 ? 'today' : `${dayCount(left)} left`}.`
}
