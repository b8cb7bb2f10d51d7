import { Button, Textarea, TextInput, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { whyBelowQuorum, whyNotCloseBallot } from '#domain/meetings/rules.ts'
import { itemState } from '#domain/meetings/status.ts'
import { DECISION_NOTE_LENGTH } from '#domain/staff/rules.ts'
import { bandOf, scoreBand } from '#domain/staff/status.ts'
import { length, tooLong } from '#domain/text.ts'
import { api } from '#web/lib/http/api.ts'
import { useIsReadOnly, useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import type { Giving } from '#web/ui/meeting/giving.ts'
import { gradeOf } from '#web/ui/meeting/grade.ts'
import { OwnBallot } from '#web/ui/meeting/own_ballot.tsx'
import { useAskToClose } from '#web/ui/report/ask_to_close.tsx'
import { ScoreBars } from '#web/ui/text/score.tsx'
import classes from './chair.module.css'
import { onceOnly, useChairCommand, useMainButton } from './commands.ts'
import { type Current, type Decision, NOTES, type NoteName } from './decision_draft.ts'
import { hiddenNextText, movesText, namesText, nextText } from './texts.ts'

const { DISCUSSING, BALLOT, REVEALED } = itemState.code

interface DecisionCardProps {
  live: LiveChair & { current: Current }
  decision: Decision
  giving: Giving
}

/** What the chair does next with the proposal that is on: open a ballot, close it, agree on a score. */
export function DecisionCard(props: DecisionCardProps) {
  const { current } = props.live
  const [withoutBallot, setWithoutBallot] = useState<number | null>(null)
  const scores =
    current.state === REVEALED || (current.state === DISCUSSING && withoutBallot === current.proposal_id)
  if (scores)
    return <AgreeCard {...props} back={current.state === DISCUSSING ? () => setWithoutBallot(null) : null} />
  return current.state === BALLOT ? (
    <BallotCard {...props} />
  ) : (
    <DiscussionCard {...props} agree={() => setWithoutBallot(current.proposal_id)} />
  )
}

interface CardProps {
  title: string
  aside?: ReactNode
  children: ReactNode
  foot: ReactNode
}

const Card = ({ title, aside, children, foot }: CardProps) => (
  <section className={`${classes.card} ${classes.decision}`} aria-label={title} data-decision>
    <header className={classes.cardHead}>
      <Title order={2}>{title}</Title>
      {aside && <span className={classes.quiet}>{aside}</span>}
    </header>
    <div className={classes.body}>{children}</div>
    <footer className={classes.foot} {...onceOnly}>
      {foot}
      <InlineMessage />
    </footer>
  </section>
)

/** The command that opens a ballot, the first or another one. */
function useOpenBallot({ meeting, current, quorum }: DecisionCardProps['live']) {
  const open = useChairCommand(api.meetings.openBallot, { success: false })
  return {
    pending: open.pending,
    why: whyBelowQuorum(current.may_vote_count, quorum),
    run: () =>
      open.run({
        params: { id: meeting.id },
        body: { proposal_id: current.proposal_id, version: current.version },
      }),
  }
}

/** Puts the proposal off; asks first while a ballot is open. */
function PutOff({ live: { meeting, current } }: Pick<DecisionCardProps, 'live'>) {
  const putOff = useChairCommand(api.meetings.putOff)
  const ask = useConfirm()
  const { proposal_id: id, state, version, ballot } = current
  const run = () =>
    putOff.run({ params: { id: meeting.id }, body: { proposal_id: id, version, next: false } })
  const confirmed = () =>
    ask({
      question: `Put off ${id}? Its ballot is open.`,
      details: `${ballot?.given ?? 0} of ${ballot?.voters ?? 0} grades have been given. They do not count; when it is taken up again, a new ballot is opened.`,
      yes: 'PUT OFF',
      act: run,
    })
  return (
    <WriteButton variant="default" loading={putOff.pending} onClick={state === BALLOT ? confirmed : run}>
      Put off
    </WriteButton>
  )
}

function DiscussionCard({ live, decision, agree }: DecisionCardProps & { agree: () => void }) {
  const ballot = useOpenBallot(live)
  const main = useMainButton()
  return (
    <Card
      title="Decision"
      aside={`${live.current.may_vote_count} can vote`}
      foot={
        <>
          <WriteButton {...main} loading={ballot.pending} why={ballot.why} onClick={ballot.run}>
            Open the ballot
          </WriteButton>
          <div className={classes.pair}>
            <Button variant="default" onClick={agree}>
              Without a ballot
            </Button>
            <PutOff live={live} />
          </div>
          <p>{ballot.why ?? `Opening it asks all ${live.current.may_vote_count} for a grade.`}</p>
        </>
      }
    >
      <BeforeTheMeeting current={live.current} />
      <Notes decision={decision} />
    </Card>
  )
}

const BeforeTheMeeting = ({ current: { before } }: { current: Current }) =>
  before &&
  before.grade !== null && (
    <p className={classes.quiet}>{`Before the meeting you graded ${before.grade.toFixed(2)}.`}</p>
  )

function BallotCard({ live, decision, giving }: DecisionCardProps) {
  const { meeting, current, quorum } = live
  const { ballot, awaited, may_vote, proposal_id: id } = current
  const close = useChairCommand(api.meetings.closeBallot)
  const ask = useConfirm()
  const main = useMainButton()
  if (!ballot) return null
  const why = whyNotCloseBallot(ballot.given, ballot.voters, quorum)
  const isMineMissing = may_vote && ballot.mine === null
  const run = () =>
    close.run({
      params: { id: meeting.id },
      body: { proposal_id: current.proposal_id, number: ballot.number },
    })
  const askToClose = () =>
    ask({
      question: `Close the ballot on ${id}?`,
      details: `${namesText(awaited)} ${awaited.length === 1 ? 'has' : 'have'} not given a grade. The ${ballot.given} given are revealed to everyone who takes part.`,
      yes: 'CLOSE THE BALLOT',
      act: run,
    })
  return (
    <Card
      title="Ballot"
      aside={`${ballot.given} of ${ballot.voters} given`}
      foot={
        <>
          <WriteButton
            {...main}
            variant={isMineMissing ? 'default' : 'filled'}
            loading={close.pending}
            why={why}
            onClick={awaited.length > 0 ? askToClose : run}
          >
            Close the ballot
          </WriteButton>
          <PutOff live={live} />
          <p>
            {why ??
              'It closes by itself when everyone has given a grade. Close it earlier to reveal what has been given.'}
          </p>
        </>
      }
    >
      {may_vote && (
        <div className={classes.own}>
          <OwnBallot current={current} giving={giving} />
        </div>
      )}
      <Notes decision={decision} low={may_vote} />
    </Card>
  )
}

function AgreeCard({ live, decision, back }: DecisionCardProps & { back: (() => void) | null }) {
  const { meeting, current, next } = live
  const me = useUser().id
  const ballot = useOpenBallot(live)
  const askToClose = useAskToClose()
  const main = useMainButton()
  const agree = useChairCommand(api.meetings.agree, { everywhere: true, onDone: decision.markSaved })
  const notesTooLong = NOTES.some((name) => length(decision.note(name)) > DECISION_NOTE_LENGTH)
  const why =
    (back && ballot.why) ??
    decision.whyNotScore ??
    (current.may_rank ? decision.whyNotRank : null) ??
    (notesTooLong ? 'A note is too long.' : null)
  const score = gradeOf(decision.score)
  const moves = movesText(next)
  const run = async () => {
    const told = await askToClose(current.proposal_id, current.closes)
    if (told)
      await agree.run({
        params: { id: meeting.id },
        body: { ...decision.body(), ...told, next: next !== null },
      })
  }
  return (
    <Card
      title="Agreed score"
      aside="becomes the Global Score"
      foot={
        <>
          <WriteButton {...main} h={38} loading={agree.pending} why={why} onClick={run}>
            {`Agree ${score?.toFixed(2) ?? ''}`.trim() + nextText(next, hiddenNextText(live, me))}
          </WriteButton>
          <div className={classes.pair}>
            <WriteButton variant="default" loading={ballot.pending} why={ballot.why} onClick={ballot.run}>
              {back ? 'Open the ballot' : 'New ballot'}
            </WriteButton>
            <PutOff live={live} />
          </div>
          {moves && <p>{moves}</p>}
        </>
      }
    >
      <Figures current={current} decision={decision} />
      <Notes decision={decision} />
      {back && (
        <Button variant="subtle" size="compact-sm" style={{ justifySelf: 'start' }} onClick={back}>
          Back to the discussion
        </Button>
      )}
    </Card>
  )
}

/** The score with its word, and the rank where the user may write it. */
function Figures({ current, decision }: { current: Current; decision: Decision }) {
  const rankId = useId()
  const readOnly = useIsReadOnly()
  const score = gradeOf(decision.score)
  const band = bandOf(score)
  const { median } = decision
  return (
    <div>
      <div className={classes.figures}>
        <TextInput
          className={classes.score!}
          aria-label="Agreed score, 0.00 to 5.00"
          data-path="global_score"
          inputMode="decimal"
          autoComplete="off"
          disabled={readOnly}
          value={decision.score}
          error={decision.score !== '' && decision.whyNotScore !== null}
          onChange={({ currentTarget }) => decision.typeScore(currentTarget.value)}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <span>
          {band !== null && (
            <>
              <span className={classes.bars}>
                <ScoreBars band={band} />
              </span>
              {scoreBand.label(band)}
            </>
          )}
          {median !== null && (
            <span className={classes.word}>
              {score === median ? 'the median' : `median ${median.toFixed(2)}`}
            </span>
          )}
        </span>
        {current.may_rank && (
          <label className={classes.rank} htmlFor={rankId}>
            Rank
            <TextInput
              id={rankId}
              data-path="rank"
              inputMode="decimal"
              autoComplete="off"
              disabled={readOnly}
              value={decision.rank}
              error={decision.whyNotRank !== null}
              onChange={({ currentTarget }) => decision.typeRank(currentTarget.value)}
            />
          </label>
        )}
      </div>
    </div>
  )
}

const LABELS: Record<NoteName, { label: string; hint: string | null; rows: number }> = {
  for_proposer: { label: 'Note for the proposer', hint: null, rows: 4 },
  internal: { label: 'Internal note', hint: 'panel and office only', rows: 3 },
}

interface NotesProps {
  decision: Decision
  /** Beside the own grade there is less room. */
  low?: boolean
}

const Notes = (props: NotesProps) => NOTES.map((name) => <NoteField key={name} name={name} {...props} />)

function NoteField({ name, decision, low = false }: NotesProps & { name: NoteName }) {
  const readOnly = useIsReadOnly()
  const { label, hint, rows } = LABELS[name]
  const text = decision.note(name)
  const saved = decision.savedMeanwhile(name)
  const count = length(text)
  const over = count > DECISION_NOTE_LENGTH
  return (
    <div>
      <Textarea
        label={
          <span className={classes.noteLabel}>
            {label} {hint && <small className={classes.noteHint}>{hint}</small>}
            <small
              className={`${classes.noteHint} ${classes.count}`}
              data-over={over || undefined}
              aria-hidden
            >
              {`${count} / ${DECISION_NOTE_LENGTH}`}
            </small>
          </span>
        }
        aria-label={label}
        labelProps={{ style: { display: 'block' } }}
        data-path={name}
        autosize
        minRows={low ? 2 : rows}
        maxRows={12}
        disabled={readOnly}
        value={text}
        error={over && tooLong(DECISION_NOTE_LENGTH, '.')}
        onChange={({ currentTarget }) => decision.typeNote(name, currentTarget.value)}
      />
      {saved !== null && (
        <p className={classes.quiet} role="status">
          {saved === ''
            ? 'Emptied by someone else meanwhile. '
            : `Saved by someone else meanwhile: “${saved}” `}
          <Button variant="default" size="compact-xs" onClick={() => decision.takeSaved(name)}>
            Use theirs
          </Button>
        </p>
      )}
    </div>
  )
}
