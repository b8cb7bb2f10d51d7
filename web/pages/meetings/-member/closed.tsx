import { address } from '#domain/address.ts'
import type { DocketItem, Live } from '#domain/meetings/live_contract.ts'
import { itemState, meetingState } from '#domain/meetings/status.ts'
import { time, zoneName } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction, useCall } from '#web/lib/http/query.ts'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { CsvButton } from '#web/ui/actions/buttons.tsx'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { Page } from '#web/ui/layout/page.tsx'
import { DetailFields, Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'

/** A closed meeting: what was agreed, and the minutes. */
export function ClosedMeeting({ live }: { live: Exclude<Live, { face: 'out' }> }) {
  const { meeting, docket } = live
  const settings = useCall(api.meetings.get, { params: { id: String(meeting.id) } }).data
  const decided = docket.filter(({ state }) => state !== itemState.code.WAITING)
  const left = docket.length - decided.length
  return (
    <Page
      title={meeting.name}
      beside={
        <StatusChip colour={meetingState.colour(meeting.state)}>
          {meetingState.label(meeting.state)}
        </StatusChip>
      }
      actions={
        <>
          <CsvButton call={api.meetings.minutesPdf} input={{ params: { id: String(meeting.id) } }}>
            Minutes, PDF
          </CsvButton>
          <Reopen id={meeting.id} chair={settings?.chair.id} />
        </>
      }
    >
      <Section title="Meeting">
        <DetailFields
          rows={[
            ['Opened', `${time(settings?.opened_at)} (${zoneName()})`],
            ['Closed', time(settings?.closed_at)],
            ['Where', meeting.place],
            ['Chair', settings?.chair.name],
            ['Deputy', settings?.deputy?.name],
            left > 0 && ['Not taken up', `${left} of the docket`],
          ]}
        />
      </Section>
      <Section title="Decisions" aside="without what you may not see" flush>
        <DataTable
          label="Decisions"
          rows={decided}
          rowKey={(row) => row.proposal_id}
          empty={<EmptyState title="Nothing was decided." />}
          columns={COLUMNS}
        />
      </Section>
    </Page>
  )
}

const COLUMNS = [
  {
    header: 'Proposal',
    cell: ({ proposal_id, title }: DocketItem) => (
      <ScreenLink
        to={address('/proposals/detail/$id', { id: proposal_id })}
      >{`${proposal_id}: ${title}`}</ScreenLink>
    ),
  },
  {
    header: 'State',
    cell: ({ state }: DocketItem) => (
      <StatusChip colour={itemState.colour(state)}>{itemState.label(state)}</StatusChip>
    ),
  },
  { header: 'Agreed score', cell: ({ score }: DocketItem) => <GlobalScore score={score} /> },
]

/** Opens a closed meeting again, for the office and its chair. */
function Reopen({ id, chair }: { id: number; chair: number | undefined }) {
  const office = useIsOffice()
  const me = useUser().id
  const ask = useConfirm()
  const action = useAction(api.meetings.reopen)
  if (!office && me !== chair) return null
  return (
    <WriteButton
      variant="default"
      onClick={() =>
        ask({
          question: 'Open this meeting again?',
          details: 'Everyone’s page becomes the meeting again. What was agreed stays. No e-mail is sent.',
          yes: 'Open again',
          act: () => action.run({ params: { id: String(id) } }),
        })
      }
    >
      Open again
    </WriteButton>
  )
}
