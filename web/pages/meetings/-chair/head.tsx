import { Button, Text, UnstyledButton } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPresentation } from '@tabler/icons-react'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { LiveChair } from '#domain/meetings/live_contract.ts'
import { minutesBehind, whyNotCloseMeeting } from '#domain/meetings/rules.ts'
import { itemState, meetingState } from '#domain/meetings/status.ts'
import { clock, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { MeetingLiveSign } from '#web/ui/meeting/live_sign.tsx'
import { useServerNow } from '#web/ui/meeting/meeting_clock.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { AttendanceDialog } from './attendance.tsx'
import classes from './chair.module.css'
import { useChairCommand } from './commands.ts'
import { attendanceText, behindText } from './texts.ts'

interface FactsProps {
  live: LiveChair
  offset: number
}

/** The state of the meeting, who is here, the time. */
export function MeetingFacts({ live, offset }: FactsProps) {
  const { meeting, people, quorum, break_since } = live
  const [open, setOpen] = useState(false)
  return (
    <div className={classes.facts}>
      {break_since ? (
        <StatusChip colour="orange">{`Break since ${clock(break_since)}`}</StatusChip>
      ) : (
        <StatusChip colour={meetingState.colour(meeting.state)}>
          {meetingState.label(meeting.state)}
        </StatusChip>
      )}
      <span>
        <UnstyledButton fz="inherit" aria-haspopup="dialog" onClick={() => setOpen(true)}>
          {attendanceText(people)}
        </UnstyledButton>{' '}
        {`· quorum ${quorum}`}
      </span>
      <TimeOfDay live={live} offset={offset} />
      <AttendanceDialog open={open} close={() => setOpen(false)} meeting_id={meeting.id} people={people} />
    </div>
  )
}

/** '10:42, 12 min behind'. */
function TimeOfDay({ live: { meeting, plan, current }, offset }: FactsProps) {
  const now = useServerNow(offset)
  const behind =
    plan && meeting.sessions.length > 0
      ? minutesBehind({ sessions: meeting.sessions, done_minutes: plan.done_minutes, current }, now)
      : null
  return (
    <span>
      {time(now.toISOString()).slice(11)}
      {behind !== null && (
        <>
          , <span className={behind > 1 ? classes.behind : undefined}>{behindText(behind)}</span>
        </>
      )}
    </span>
  )
}

/** Up to date, Wall, Break, Close the meeting. */
export function MeetingActions({ live }: { live: LiveChair }) {
  const { meeting, break_since, current } = live
  const params = { id: meeting.id }
  const pause = useChairCommand(api.meetings.pause)
  const close = useChairCommand(api.meetings.close, { everywhere: true })
  const ask = useConfirm()
  const askToClose = () =>
    ask({
      question: `Close the meeting?`,
      details: <WhatIsLeft live={live} />,
      yes: 'CLOSE THE MEETING',
      act: () => close.run({ params }),
    })
  return (
    <>
      <MeetingLiveSign id={meeting.id} />
      <Button
        component="a"
        variant="default"
        href={address('/meetings/$id/wall', params)}
        target="_blank"
        title="Opens in a new window, for the projector"
        leftSection={<IconPresentation size={16} aria-hidden />}
      >
        Wall
      </Button>
      <WriteButton
        variant={break_since ? 'filled' : 'default'}
        loading={pause.pending}
        leftSection={
          break_since ? <IconPlayerPlay size={16} aria-hidden /> : <IconPlayerPause size={16} aria-hidden />
        }
        onClick={() => pause.run({ params, body: { paused: break_since === null } })}
      >
        {break_since ? 'Resume' : 'Break'}
      </WriteButton>
      <WriteButton
        variant="default"
        loading={close.pending}
        why={whyNotCloseMeeting(current?.proposal_id ?? null)}
        onClick={askToClose}
      >
        Close the meeting
      </WriteButton>
    </>
  )
}

const { WAITING, PUT_OFF } = itemState.code

/** What is not decided yet, and what closing does. */
function WhatIsLeft({ live: { docket } }: { live: LiveChair }) {
  const waiting = docket.filter(({ state }) => state === WAITING)
  const parts = [
    ['Not discussed', waiting.filter(({ track }) => track === 'discussed')],
    ['Put off', docket.filter(({ state }) => state === PUT_OFF)],
    ['Without discussion, not agreed', waiting.filter(({ track }) => track === 'triage')],
  ] as const
  const left = parts.filter(([, items]) => items.length > 0)
  return (
    <>
      {left.length === 0 ? (
        <Text size="sm">Every proposal is agreed.</Text>
      ) : (
        <Text size="sm" component="div">
          These stay without an agreed score:
          <ul>
            {left.map(([label, items]) => (
              <li
                key={label}
              >{`${label} (${items.length}): ${items.map(({ proposal_id }) => proposal_id).join(', ')}`}</li>
            ))}
          </ul>
        </Text>
      )}
      <Text size="sm" mt="sm">
        Closing ends the meeting on every screen: attendance ends, nothing more can be graded or agreed in it,
        and the minutes can be made. Agreed scores and notes stay. No e-mail is sent. It can be opened again.
      </Text>
    </>
  )
}
