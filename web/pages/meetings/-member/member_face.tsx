import { Button, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { LiveMember } from '#domain/meetings/live_contract.ts'
import { meetingState } from '#domain/meetings/status.ts'
import { clock } from '#web/lib/format/format.ts'
import { useTabTitle } from '#web/lib/routing/tab_title.ts'
import { InlineMessage } from '#web/ui/layout/message.tsx'
import { ObjectTitle } from '#web/ui/layout/page.tsx'
import { useGiving } from '#web/ui/meeting/giving.ts'
import { MeetingLiveSign } from '#web/ui/meeting/live_sign.tsx'
import { MeetingClock } from '#web/ui/meeting/meeting_clock.tsx'
import { LateGradeNote } from '#web/ui/meeting/own_ballot.tsx'
import { Stages } from '#web/ui/meeting/stages.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { Between } from './between.tsx'
import { DocketDrawer } from './docket_drawer.tsx'
import { IAmHere } from './i_am_here.tsx'
import classes from './member_face.module.css'
import { OwnGrade } from './own_grade.tsx'
import { Reading } from './reading.tsx'

/** The open meeting for a member who does not have the chair. */
export function MemberFace({ live, offset }: { live: LiveMember; offset: number }) {
  const { meeting, current, here, break_since, chair } = live
  const giving = useGiving(meeting.id, current)
  const [docket, setDocket] = useState(false)
  useTabTitle(() => (current ? `${current.proposal_id}: ${current.title}` : meeting.name))
  return (
    <div className={classes.page}>
      <div className={classes.head}>
        {current ? (
          <>
            <b className={classes.name}>{meeting.name}</b>
            <Stages state={current.state} />
          </>
        ) : (
          <>
            <Heading>{meeting.name}</Heading>
            <Open />
          </>
        )}
        <div className={classes.actions}>
          <MeetingLiveSign id={meeting.id} />
          <Button variant="default" size="compact-sm" onClick={() => setDocket(true)}>
            Docket
          </Button>
        </div>
      </div>
      {!here && <IAmHere id={meeting.id} />}
      <LateGradeNote giving={giving} />
      {break_since && (
        <Note title={`Break since ${clock(break_since)}.`}>
          {chair
            ? `${chair.name} goes on after it; this page then changes by itself.`
            : 'This page changes by itself after it.'}
        </Note>
      )}
      {current ? (
        <>
          <div className={classes.now}>
            <Heading>
              <ObjectTitle id={current.proposal_id} title={current.title} />
            </Heading>
            <MeetingClock clock={current} offset={offset} />
            <p className={classes.proposer}>
              {[current.proposer.name, current.proposer.affiliation].filter(Boolean).join(', ')}
            </p>
          </div>
          <InlineMessage />
          <div className={classes.columns}>
            <OwnGrade key={current.proposal_id} live={live} current={current} giving={giving} />
            <Reading key={`${current.proposal_id} reading`} id={current.proposal_id} />
          </div>
        </>
      ) : (
        <Between live={live} />
      )}
      <DocketDrawer live={live} open={docket} close={() => setDocket(false)} />
    </div>
  )
}

const Heading = ({ children }: { children: ReactNode }) => (
  <Title order={1} id="heading" tabIndex={-1} className={classes.title!}>
    {children}
  </Title>
)

const Open = () => (
  <StatusChip colour={meetingState.colour(meetingState.code.OPEN)}>
    {meetingState.label(meetingState.code.OPEN)}
  </StatusChip>
)
