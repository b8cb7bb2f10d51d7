import { address } from '#domain/address.ts'
import { proposalStatus } from '#domain/proposals/status.ts'
import { reportStatus } from '#domain/reports/status.ts'
import type { UserDetail } from '#domain/users/contract.ts'
import { termLabel } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { ReportChip } from '#web/ui/report/report_status.tsx'
import { StatusChip } from '#web/ui/text/chips.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'

interface OfProposal {
  proposal_id: number
  term_id: number
  title: string
}

const proposalColumns: Column<OfProposal>[] = [
  { header: 'Term', nowrap: true, width: 70, cell: (row) => termLabel(row.term_id) },
  {
    header: 'Proposal',
    cell: (row) => (
      <ScreenLink to={address('/proposals/detail/$id', { id: row.proposal_id })}>
        {`${row.proposal_id}: ${row.title || 'without a title'}`}
      </ScreenLink>
    ),
  },
]

/** 'Requested 2, Submitted 1'. */
const counted = (reports: UserDetail['reports']) =>
  reportStatus.choices
    .map(({ id, label }) => [label, reports.filter(({ status }) => status === id).length] as const)
    .filter(([, count]) => count > 0)
    .map(([label, count]) => `${label} ${count}`)
    .join(', ')

/** The user's proposals, reports, collaborations and conflicts of interest. */
export function Involvement({ of: user }: { of: UserDetail }) {
  const { proposals, reports, collaborations, conflicts } = user
  if (proposals.length + reports.length + collaborations.length + conflicts.length === 0)
    return (
      <Section title="In the call">
        <EmptyState title="This user has no part in any call yet." />
      </Section>
    )
  return (
    <>
      <Part
        title="Own proposals"
        rows={proposals}
        columns={[
          ...proposalColumns,
          {
            header: 'Status',
            nowrap: true,
            cell: ({ status }) => (
              <StatusChip colour={proposalStatus.colour(status)}>{proposalStatus.label(status)}</StatusChip>
            ),
          },
        ]}
      />
      <Part
        title={`Reports: ${counted(reports)}`}
        rows={reports}
        columns={[
          ...proposalColumns,
          { header: 'Status', nowrap: true, cell: (row) => <ReportChip of={row} /> },
        ]}
      />
      <Part
        title="Collaborations"
        rows={collaborations}
        columns={[...proposalColumns, { header: 'Proposer', cell: ({ proposer }) => proposer }]}
      />
      <Part
        title="Declared conflicts of interest"
        rows={conflicts}
        columns={[...proposalColumns, { header: 'Reason', cell: ({ reason }) => reason }]}
      />
    </>
  )
}

interface PartProps<Row> {
  title: string
  rows: readonly Row[]
  columns: readonly Column<Row>[]
}

const Part = <Row extends OfProposal>({ title, rows, columns }: PartProps<Row>) =>
  rows.length > 0 && (
    <Section title={title}>
      <DataTable label={title} rows={rows} rowKey={(row) => row.proposal_id} columns={columns} empty={null} />
    </Section>
  )
