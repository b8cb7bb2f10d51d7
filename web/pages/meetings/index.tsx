import { Button, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { MeetingRow } from '#domain/meetings/contract.ts'
import { meetingState } from '#domain/meetings/status.ts'
import { termLabel, time } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { useCurrentTerm } from '#web/lib/session/current_term.ts'
import { useIsOffice } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Loaded } from '#web/ui/layout/loaded.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip, TermTag } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { NewMeeting } from './-prepare/new_meeting.tsx'

export const Route = createFileRoute('/meetings/')({ component: Meetings })

function Meetings() {
  const meetings = useCall(api.meetings.list, { query: {} })
  const office = useIsOffice()
  const term = useCurrentTerm()
  const [adding, setAdding] = useState(false)
  const running = meetings.data?.find(({ term_id, state }) => term_id === term?.id && state !== 'closed')
  const mayAdd = office && term && meetings.data && !running
  return (
    <Page
      title="Meetings"
      actions={mayAdd && !adding && <Button onClick={() => setAdding(true)}>New meeting</Button>}
    >
      {adding && term && (
        <Section title={`New meeting of ${termLabel(term.id)}`}>
          <NewMeeting term={term} close={() => setAdding(false)} />
        </Section>
      )}
      <Loaded query={meetings}>{(rows) => <MeetingTable rows={rows} office={office} />}</Loaded>
    </Page>
  )
}

const MeetingTable = ({ rows, office }: { rows: readonly MeetingRow[]; office: boolean }) => (
  <DataTable
    label="Meetings"
    empty={
      <Section>
        <EmptyState title="No meeting has been prepared.">
          {office
            ? 'Choose New meeting: its hours and people first, then the order in which proposals are discussed.'
            : 'The office prepares it; you will receive the agenda by e-mail.'}
        </EmptyState>
      </Section>
    }
    rows={rows}
    rowKey={({ id }) => id}
    columns={[
      { header: 'Term', cell: ({ term_id }) => <TermTag>{termLabel(term_id)}</TermTag> },
      {
        header: 'Meeting',
        cell: ({ id, name, place }) => (
          <>
            <ScreenLink to={address('/meetings/$id', { id })}>{name}</ScreenLink>
            {place && (
              <Text size="xs" c="dimmed">
                {place}
              </Text>
            )}
          </>
        ),
      },
      {
        header: 'State',
        cell: ({ state }) => (
          <StatusChip colour={meetingState.colour(state)}>{meetingState.label(state)}</StatusChip>
        ),
      },
      { header: 'Date', cell: ({ sessions }) => time(sessions[0]?.starts_at) },
      { header: 'Chair', cell: ({ chair }) => chair.name },
      { header: 'Deputy', cell: ({ deputy }) => deputy?.name ?? '-' },
    ]}
  />
)
