import { Button, Title } from '@mantine/core'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { itemState } from '#domain/meetings/status.ts'
import { api } from '#web/lib/http/api.ts'
import { useUser } from '#web/lib/session/session.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { ObjectTitle } from '#web/ui/layout/page.tsx'
import { AttendanceList } from './attendance.tsx'
import classes from './chair.module.css'
import { onceOnly, useChairCommand, useMainButton } from './commands.ts'
import { attendanceText, hiddenNextText, movesText } from './texts.ts'

const { WAITING, PUT_OFF, AGREED } = itemState.code

/** While no proposal is on: who is here. */
export const WhoIsHere = ({ live: { meeting, people, quorum } }: { live: LiveChair }) => (
  <section className={`${classes.card} ${classes.now}`} aria-label="Attendance">
    <header className={classes.cardHead}>
      <Title order={2}>Who is here</Title>
      <span className={classes.quiet}>{`${attendanceText(people)} · quorum ${quorum}`}</span>
    </header>
    <section>
      <AttendanceList meeting_id={meeting.id} people={people} />
      <InlineMessage />
    </section>
  </section>
)

/** While no proposal is on: what comes next, or that nothing is left. */
export function NextCard({ live }: { live: LiveChair }) {
  const { meeting, next, docket, break_since } = live
  const me = useUser().id
  const start = useChairCommand(api.meetings.start, { success: false })
  const main = useMainButton()
  const begun = docket.some(({ track, state }) => track === 'discussed' && state !== WAITING)
  const proposal_id = next?.kind === 'item' ? next.proposal_id : null
  const run = () => start.run({ params: { id: meeting.id }, body: { proposal_id } })
  if (next === null) return <NothingLeft live={live} />
  const hidden = hiddenNextText(live, me)
  return (
    <section className={`${classes.card} ${classes.decision}`} aria-label="Next">
      <header className={classes.cardHead}>
        <Title order={2}>Next</Title>
      </header>
      <div className={classes.body}>
        {next.kind === 'item' ? (
          <p>
            <ObjectTitle id={next.proposal_id} title={next.title} />
          </p>
        ) : (
          <p>{`For the next proposal ${hidden}. You are called back when it is done.`}</p>
        )}
        {movesText(next) && <p className={classes.quiet}>{movesText(next)}</p>}
      </div>
      <footer className={classes.foot} {...onceOnly}>
        <WriteButton {...main} loading={start.pending} onClick={run}>
          {next.kind === 'hidden'
            ? `Go on: ${hidden}`
            : `${begun ? 'Go on' : 'Begin'} with ${next.proposal_id}`}
        </WriteButton>
        {break_since && <p>This ends the break and starts the clock.</p>}
        <InlineMessage />
      </footer>
    </section>
  )
}

/** The docket is done: what is still open, and the way to the end. */
function NothingLeft({ live: { docket } }: { live: LiveChair }) {
  const putOff = docket.filter(({ state }) => state === PUT_OFF)
  const triage = docket.filter(({ track, state }) => track === 'triage' && state !== AGREED)
  return (
    <section className={`${classes.card} ${classes.decision}`} aria-label="Next">
      <header className={classes.cardHead}>
        <Title order={2}>Every proposal has been discussed</Title>
      </header>
      <div className={classes.body}>
        {putOff.length > 0 && (
          <p>
            {`Put off: ${putOff.map(({ proposal_id }) => proposal_id).join(', ')}. Take one up again from the menu behind it in the docket.`}
          </p>
        )}
        {triage.length > 0 && (
          <p>{`${triage.length} without discussion wait for their scores: press Show below the docket.`}</p>
        )}
        {putOff.length === 0 && triage.length === 0 && <p>All are agreed. You can close the meeting.</p>}
      </div>
    </section>
  )
}

interface MarkedNoteProps {
  live: LiveChair
  item: LiveChair['docket'][number]
}

/** Asks what becomes of an agreed score after a conflict of interest was declared. */
export function MarkedActions({ live, item }: MarkedNoteProps) {
  const keep = useChairCommand(api.meetings.keepScore)
  const start = useChairCommand(api.meetings.start)
  const { proposal_id, version, score } = item
  const params = { id: live.meeting.id }
  const on = live.current?.proposal_id ?? null
  return (
    <Button.Group>
      <WriteButton
        variant="default"
        size="compact-sm"
        loading={keep.pending}
        onClick={() => keep.run({ params, body: { proposal_id, version } })}
      >
        {`Keep ${score?.toFixed(2) ?? 'it'}`}
      </WriteButton>
      <WriteButton
        variant="default"
        size="compact-sm"
        loading={start.pending}
        why={on === null ? null : `Agree on ${on} or put it off first.`}
        onClick={() => start.run({ params, body: { proposal_id } })}
      >
        {`Discuss ${proposal_id} again`}
      </WriteButton>
    </Button.Group>
  )
}
