import { staff } from '#domain/access.ts'
import { address } from '#domain/address.ts'
import type { Change, SampleHistory } from '#domain/allocation/contract.ts'
import { assignmentStatus } from '#domain/allocation/status.ts'
import { termLabel, time, zoneName } from '#web/lib/format/format.ts'
import { useHasRole } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip, Tag } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'

interface Of {
  of: SampleHistory
}

const Proposal = ({ proposal_id, title }: { proposal_id: number; title: string | null }) =>
  useHasRole(...staff) ? (
    <ScreenLink inherit to={address('/proposals/detail/$id', { id: proposal_id }, { tab: 'tab-4' })}>
      {`${proposal_id}: ${title}`}
    </ScreenLink>
  ) : (
    `${proposal_id}: ${title}`
  )

const ENDED = { returned: 'Returned, on offer', freed: 'Declined' } as const

/** The proposals that the sample is assigned to, in any term. */
export const Assignments = ({ of: { assignments } }: Of) => (
  <DataTable
    label="Assigned to"
    rows={assignments}
    rowKey={(row) => row.main_key}
    empty={
      <EmptyState title="The sample is not assigned.">
        Assign it to a proposal on the Assign Samples screens.
      </EmptyState>
    }
    columns={[
      { header: 'Term', cell: (row) => termLabel(row.term_id), nowrap: true },
      { header: 'Proposal', cell: (row) => <Proposal {...row} /> },
      { header: 'Proposer', cell: (row) => row.name },
      {
        header: 'Status',
        cell: ({ status }) => (
          <StatusChip colour={assignmentStatus.colour(status)}>{assignmentStatus.label(status)}</StatusChip>
        ),
      },
      {
        header: 'Assigned at',
        hint: `Times are in ${zoneName()}.`,
        cell: (row) => time(row.created_at),
        nowrap: true,
      },
      { header: 'Confirmed at', cell: (row) => time(row.confirmed_at), nowrap: true },
      {
        header: 'Until',
        hint: 'When the sample was freed: it came back and was offered again, or it was declined.',
        cell: ({ ended_at, ended_as }) => (ended_as ? `${ENDED[ended_as]} ${time(ended_at)}` : '-'),
        nowrap: true,
      },
    ]}
  />
)

/** The submitted proposals that request the sample by name. */
export const Requests = ({ of: { requests } }: Of) => (
  <DataTable
    label="Requested by"
    rows={requests}
    rowKey={(row) => `${row.proposal_id} ${row.priority}`}
    empty={<EmptyState title="No submitted proposal requests the sample by name." />}
    columns={[
      { header: 'Term', cell: (row) => termLabel(row.term_id), nowrap: true },
      { header: 'Proposal', cell: (row) => <Proposal {...row} /> },
      { header: 'Proposer', cell: (row) => row.name },
      {
        header: 'Priority',
        cell: ({ priority }) => <Tag>{priority}</Tag>,
      },
      { header: 'Global Score', cell: (row) => <GlobalScore score={row.global_score} />, nowrap: true },
    ]}
  />
)

const WORDS: Record<Change, string> = {
  assigned: 'Assigned to',
  removed: 'No longer assigned to',
  moved: 'Moved to another request of',
  confirmed: 'Confirmed for',
  returned: 'Confirmation cancelled for',
  proposed: 'Proposed for confirmation for',
  taken_back: 'Withdrawn from confirmation for',
  freed: 'Declined by, or taken back from',
  came_back: 'Returned and offered again, after',
  off_offer: 'Taken off offer again, after',
  added: 'Added to the catalogue',
  changed: 'Changed in the catalogue',
}

/** Everything that happened to the sample, newest first. */
export const Events = ({ of: { events } }: Of) => (
  <DataTable
    label="History"
    rows={events}
    rowKey={(row) => `${row.entry_id} ${row.change} ${row.proposal_id}`}
    empty={<EmptyState title="Nothing is recorded for this sample." />}
    columns={[
      {
        header: 'When',
        hint: `Times are in ${zoneName()}.`,
        cell: (row) => time(row.at),
        nowrap: true,
        width: 150,
      },
      { header: 'Who', cell: (row) => row.by ?? '-', width: 180 },
      { header: 'What', cell: (row) => <What event={row} /> },
    ]}
  />
)

const What = ({ event }: { event: SampleHistory['events'][number] }) => (
  <>
    {WORDS[event.change]}
    {event.proposal_id !== null && event.term_id !== null && (
      <>
        {' '}
        <Proposal proposal_id={event.proposal_id} title={event.title} /> {`(${termLabel(event.term_id)})`}
      </>
    )}
    {event.changes.map(({ field, before, after }) => (
      <div key={field}>{`${field}: ${before || '-'} → ${after || '-'}`}</div>
    ))}
  </>
)
