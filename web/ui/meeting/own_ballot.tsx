import { Text, Title } from '@mantine/core'
import { useIsReadOnly } from '#web/lib/session/session.ts'
import { WriteButton } from '../actions/write_button.tsx'
import { InlineMessage } from '../layout/message.tsx'
import { Note } from '../text/note.tsx'
import type { CurrentProposal, Giving } from './giving.ts'
import { gradeOf, gradeText } from './grade.ts'
import { GradeField } from './grade_field.tsx'
import classes from './own_ballot.module.css'

interface OwnBallotProps {
  current: CurrentProposal
  giving: Giving
}

/** The viewer's grade in the open ballot: typed, given, changed, and how many have given theirs. */
export function OwnBallot({ current, giving }: OwnBallotProps) {
  const readOnly = useIsReadOnly()
  const { ballot, text, mine, waiting } = giving
  if (!ballot) return null
  const grade = gradeOf(text)
  const figure = gradeText(grade)
  const isGiven = mine !== null && grade === mine
  const label = waiting ? `Giving ${figure}…` : isGiven ? `${figure} given` : giveText(mine, figure)
  return (
    <div className={classes.body}>
      <GradeField
        label={`Your grade for ${current.proposal_id}`}
        value={text}
        onChange={giving.type}
        onEnter={giving.give}
        disabled={readOnly}
      />
      <WriteButton
        fullWidth
        className={classes.give!}
        disabled={grade === null || isGiven || waiting}
        onClick={giving.give}
      >
        {label}
      </WriteButton>
      <Text size="xs" c="dimmed" role="status" mt={4}>
        {waiting
          ? 'Not confirmed yet: it is kept here and sent again until the server has it.'
          : mine !== null && !isGiven && `You gave ${gradeText(mine)}; it counts until you change it.`}
      </Text>
      <GradesGiven given={ballot.given} voters={ballot.voters} />
      <InlineMessage />
    </div>
  )
}

const giveText = (mine: number | null, figure: string) =>
  mine === null ? `Give ${figure}`.trim() : `Change to ${figure}`.trim()

/** How many grades are given, never which. */
function GradesGiven({ given, voters }: { given: number; voters: number }) {
  return (
    <>
      <div className={classes.seats} aria-hidden>
        {Array.from({ length: voters }, (_, seat) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the seats are all alike
          <i key={seat} data-given={seat < given || undefined} />
        ))}
      </div>
      <Text size="xs" c="dimmed">
        {`${given} of ${voters} ${voters === 1 ? 'grade' : 'grades'} given. Nobody sees a grade before all are in or the chair closes the ballot. You can change yours until then.`}
      </Text>
    </>
  )
}

/** Says that a grade did not arrive before its ballot ended. */
export const LateGradeNote = ({ giving: { late, forgetLate } }: { giving: Giving }) =>
  late && (
    <Note
      kind="warn"
      title={`Your ${late.text} for ${late.proposal_id} was not counted.`}
      action={
        <button type="button" className={classes.close} onClick={forgetLate}>
          Close
        </button>
      }
    >
      {`It did not reach the server in time. ${late.why} Ask the chair for another ballot if it matters.`}
    </Note>
  )

/** The head of the card: 'Your grade for 111', and the range. */
export const GradeHead = ({ id, children }: { id: number; children: string }) => (
  <header className={classes.head}>
    <Title order={2}>{`Your grade for ${id}`}</Title>
    <span>{children}</span>
  </header>
)
