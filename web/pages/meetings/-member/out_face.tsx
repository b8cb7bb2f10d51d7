import { Button, Checkbox, Text, Title } from '@mantine/core'
import { IconDoorExit } from '@tabler/icons-react'
import { useState } from 'react'
import type { LiveOut } from '#domain/meetings/live_contract.ts'
import { meetingState } from '#domain/meetings/status.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { MeetingLiveSign } from '#web/ui/meeting/live_sign.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { GradeDialog } from './grade_dialog.tsx'
import classes from './out_face.module.css'
import { useSoundWanted } from './sound_wanted.ts'

/** For a member in conflict with the proposal that is on: nothing of it, until the chair calls them back. */
export function OutFace({ live: { meeting, meanwhile } }: { live: LiveOut }) {
  const [wanted, setWanted] = useSoundWanted()
  const [grading, setGrading] = useState<number | null>(null)
  const graded = meanwhile.find(({ proposal_id }) => proposal_id === grading)
  return (
    <Page
      title={meeting.name}
      object="Out until called back"
      beside={
        <StatusChip colour={meetingState.colour(meeting.state)}>
          {meetingState.label(meeting.state)}
        </StatusChip>
      }
      actions={<MeetingLiveSign id={meeting.id} />}
    >
      <section className={classes.card}>
        <div>
          <div role="status">
            <span className={classes.door}>
              <IconDoorExit size={28} stroke={1.6} aria-hidden />
            </span>
            <Title order={2}>Out until called back</Title>
            <Text className={classes.why}>
              You have a conflict of interest with the proposal that is being discussed.
              <br />
              Keep this page open: it changes when the chair calls you back.
            </Text>
          </div>
          <Checkbox
            className={classes.sound!}
            label="Play a sound when I am called"
            checked={wanted}
            onChange={({ currentTarget }) => setWanted(currentTarget.checked)}
          />
        </div>
      </section>
      {meanwhile.length > 0 && (
        <Section title="Meanwhile: not graded by you" aside={`${meanwhile.length}, by ID`} flush>
          <ul className={classes.list}>
            {meanwhile.map(({ proposal_id, title }) => (
              <li key={proposal_id}>
                <span title={title}>
                  <span className={classes.id}>{`${proposal_id}:`}</span> {title}
                </span>
                <Button
                  variant="default"
                  size="compact-sm"
                  aria-label={`Grade ${proposal_id}`}
                  onClick={() => setGrading(proposal_id)}
                >
                  Grade
                </Button>
              </li>
            ))}
          </ul>
        </Section>
      )}
      {graded && (
        <GradeDialog
          key={graded.proposal_id}
          proposal={graded}
          term_id={meeting.term_id}
          close={() => setGrading(null)}
        />
      )}
    </Page>
  )
}
