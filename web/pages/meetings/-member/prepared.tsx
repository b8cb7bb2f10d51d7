import type { Meeting } from '#domain/meetings/contract.ts'
import type { Live } from '#domain/meetings/live_contract.ts'
import { meetingState } from '#domain/meetings/status.ts'
import { zoneName } from '#web/lib/format/format.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { hoursText } from '#web/ui/meeting/hours.ts'
import { MeetingLiveSign } from '#web/ui/meeting/live_sign.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { Docket } from './docket_drawer.tsx'

interface PreparedMeetingProps {
  live: Exclude<Live, { face: 'out' }>
  meeting: Meeting
}

/** A meeting that has not been opened, for those who do not prepare it: when, where, and what is discussed. */
export const PreparedMeeting = ({ live, meeting }: PreparedMeetingProps) => (
  <Page
    title={meeting.name}
    beside={
      <StatusChip colour={meetingState.colour(meeting.state)}>{meetingState.label(meeting.state)}</StatusChip>
    }
    actions={<MeetingLiveSign id={meeting.id} />}
  >
    <Section title="Not opened yet" aside="This page changes when the chair opens the meeting.">
      <DetailFields
        rows={[
          ['When', meeting.sessions.length === 0 ? '' : `${hoursText(meeting.sessions)} (${zoneName()})`],
          ['Where', meeting.place],
          ['Chair', meeting.chair.name],
          ['Deputy', meeting.deputy?.name],
          ['Expected', meeting.members.map(({ name }) => name).join(', ')],
        ]}
      />
    </Section>
    <Section title="Docket">
      <Docket live={{ ...live, ordered: !('ordered' in live) || live.ordered }} />
    </Section>
  </Page>
)
