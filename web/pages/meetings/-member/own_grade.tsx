import { Button, Text, Textarea } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import type { LiveMember } from '#domain/meetings/live_contract.ts'
import { itemState } from '#domain/meetings/status.ts'
import { useRowDrafts } from '#web/lib/drafts/row_drafts.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useHasRole, useIsReadOnly } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { DotPlot, MedianAndRange } from '#web/ui/meeting/ballot_result.tsx'
import type { CurrentProposal, Giving } from '#web/ui/meeting/giving.ts'
import { gradeOf, gradeText, whyNotGradeText } from '#web/ui/meeting/grade.ts'
import { GradeField } from '#web/ui/meeting/grade_field.tsx'
import { GradeHead, OwnBallot } from '#web/ui/meeting/own_ballot.tsx'
import { DeclareAndLeave } from './declare_and_leave.tsx'
import classes from './own_grade.module.css'

const { DISCUSSING, BALLOT, REVEALED } = itemState.code

interface OwnGradeProps {
  live: LiveMember
  current: CurrentProposal
  giving: Giving
}

/** The viewer's own side of what is on: their grade, what came out, notes, and the way out. */
export function OwnGrade({ live, current, giving }: OwnGradeProps) {
  const isPanel = useHasRole('panel')
  const { proposal_id } = current
  return (
    <section className={classes.card} aria-label={`Your grade for ${proposal_id}`}>
      {current.state === REVEALED ? (
        <Revealed current={current} />
      ) : (
        <>
          <GradeHead id={proposal_id}>0.00 to 5.00</GradeHead>
          {current.state === BALLOT && current.may_vote && <OwnBallot current={current} giving={giving} />}
          {current.state === DISCUSSING && current.may_vote && (
            <BeforeBallot current={current} early={giving.early} />
          )}
          {!current.may_vote && <NoVote here={live.here} isPanel={isPanel} current={current} />}
        </>
      )}
      {isPanel && <Notes current={current} />}
      <DeclareAndLeave meeting_id={live.meeting.id} proposal_id={proposal_id} />
    </section>
  )
}

/** Why the viewer has no ballot, and how far it is. */
const NoVote = ({
  here,
  isPanel,
  current,
}: {
  here: boolean
  isPanel: boolean
  current: CurrentProposal
}) => (
  <Text className={classes.body} size="sm" c="dimmed">
    {isPanel && !here
      ? 'Press ‘I am here’ above to vote.'
      : 'You do not vote: only members of the panel who are here do.'}
    {current.ballot &&
      current.state === BALLOT &&
      ` ${current.ballot.given} of ${current.ballot.voters} grades given.`}
  </Text>
)

/** The private grade while a proposal is discussed: the ballot begins with it. */
function BeforeBallot({ current, early }: { current: CurrentProposal; early: Giving['early'] }) {
  const saved = current.before ?? NO_GRADE
  const save = useAction(api.panel.saveGrade, { success: false, onDone: early.markSaved })
  const readOnly = useIsReadOnly()
  const typed = gradeOf(early.text)
  const isSaved = typed === saved.grade && (typed !== null || early.text.trim() === '')
  const keep = () =>
    save.run({
      params: { id: String(current.proposal_id) },
      body: { grade: gradeText(typed), notes: saved.notes, version: saved.version },
    })
  return (
    <div className={classes.body}>
      <GradeField
        label={`Your grade for ${current.proposal_id}`}
        value={early.text}
        onChange={early.type}
        onEnter={keep}
        disabled={readOnly}
      />
      <WriteButton
        fullWidth
        variant="default"
        className={classes.keep!}
        disabled={isSaved || whyNotGradeText(early.text) !== null}
        onClick={keep}
      >
        {isSaved && typed !== null ? `${gradeText(typed)} kept` : `Keep ${gradeText(typed)}`.trim()}
      </WriteButton>
      <Text size="xs" c="dimmed" mt={8}>
        Only you see it. When the chair opens the ballot it begins with this grade, and you can still change
        it.
      </Text>
      <InlineMessage />
    </div>
  )
}

const NO_GRADE = { grade: null, notes: '', version: 0 }

/** The notes that the viewer keeps for themselves; what is not saved is kept on this device. */
function useOwnNotes({ proposal_id, before }: CurrentProposal) {
  const drafts = useRowDrafts<string>(`meetings/notes/${proposal_id}`)
  const saved = before ?? NO_GRADE
  const save = useAction(api.panel.saveGrade, { success: false })
  const { notes = saved.notes } = drafts.values
  return {
    saved,
    notes,
    isSaving: save.pending,
    type: (value: string) => drafts.setValues({ notes: value }),
    async save() {
      const reply = await save.run({
        params: { id: String(proposal_id) },
        body: { grade: gradeText(saved.grade), notes, version: saved.version },
      })
      if (reply?.result === 1) drafts.markSaved(['notes'])
    },
  }
}

const NOTES_DELAY_MS = 1500

/** What the viewer noted before and during the meeting; saved by itself after a pause. */
function Notes({ current }: { current: CurrentProposal }) {
  const own = useOwnNotes(current)
  const readOnly = useIsReadOnly()
  const { grade } = own.saved
  const isSaved = own.notes === own.saved.notes
  const save = () => {
    later.cancel()
    if (!isSaved) void own.save()
  }
  const later = useDebouncedCallback(save, NOTES_DELAY_MS)
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.own} data-open={open || undefined}>
      <div className={classes.line}>
        <span>
          <b>Before the meeting</b> {grade === null ? 'you gave no grade' : `you graded ${figure(grade, 2)}`}
        </span>
        <Button
          className={classes.more!}
          variant="subtle"
          size="compact-sm"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          Notes
        </Button>
      </div>
      <Textarea
        className={classes.notes!}
        aria-label="My notes, only I see them"
        placeholder="My notes, only I see them"
        autosize
        minRows={4}
        maxRows={12}
        disabled={readOnly}
        value={own.notes}
        onChange={({ currentTarget }) => {
          own.type(currentTarget.value)
          later()
        }}
        onBlur={save}
      />
      <Text size="xs" c="dimmed" role="status" className={classes.notes!}>
        {own.isSaving ? 'Saving…' : isSaved ? '' : 'Not saved yet; kept on this device.'}
      </Text>
    </div>
  )
}

/** All grades at once, with median and range. */
function Revealed({ current: { proposal_id, ballot, earlier, may_vote } }: { current: CurrentProposal }) {
  if (!ballot) return null
  const { result, grades, mine, number } = ballot
  return (
    <>
      <header className={classes.head}>
        <h2>{`Ballot on ${proposal_id}`}</h2>
        <span>{`${number > 1 ? `ballot ${number}, ` : ''}${grades.length} ${grades.length === 1 ? 'grade' : 'grades'}`}</span>
      </header>
      <div className={classes.body} role="status">
        {result === null ? (
          <Text size="sm">No grade of this ballot counts any more.</Text>
        ) : (
          <>
            <MedianAndRange {...result} />
            <DotPlot grades={grades.map(({ grade }) => grade)} median={result.median} />
          </>
        )}
        <dl className={classes.grades}>
          {grades.map(({ id, name, grade, role }) => (
            <div key={id}>
              <dt>
                {name} {role && <small>{ROLE_TEXTS[role]}</small>}
              </dt>
              <dd>{figure(grade, 2)}</dd>
            </div>
          ))}
        </dl>
        {may_vote && mine === null && (
          <Text size="xs" c="dimmed" mt={8}>
            You gave no grade in this ballot.
          </Text>
        )}
        {earlier.length > 0 && (
          <Text size="xs" c="dimmed" mt={8}>
            {earlier
              .map(({ number, result }) =>
                result
                  ? `Ballot ${number}: median ${figure(result.median, 2)}, ${figure(result.lowest, 2)} to ${figure(result.highest, 2)}`
                  : `Ballot ${number}: no grade counts`,
              )
              .join(' · ')}
          </Text>
        )}
      </div>
    </>
  )
}

const ROLE_TEXTS = {
  chair: 'Chair',
  deputy: 'Deputy',
  first: 'First speaker',
  second: 'Second speaker',
} as const
