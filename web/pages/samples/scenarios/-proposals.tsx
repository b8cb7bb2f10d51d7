import { Checkbox, Group } from '@mantine/core'
import { useState } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import type { Difference, Tick } from '#domain/scenarios/compare.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { EmptyState } from '#web/ui/text/note.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'

type Line = Difference<GridProposal>

const Samples = ({ of }: { of: readonly Tick[] }) =>
  of.length === 0 ? (
    '-'
  ) : (
    <Group gap="4px 12px">
      {of.map(({ sample_id, name, db_type, weight }) => (
        <SampleName
          key={sample_id}
          asteroid={db_type}
          name={
            <>
              <ScreenLink inherit to={address('/samples/history/$id', { id: sample_id })}>
                {name}
              </ScreenLink>
              {weight !== null && ` ${weight} mg`}
            </>
          }
        />
      ))}
    </Group>
  )

const COLUMNS: Column<Line>[] = [
  {
    header: 'Proposal',
    heads: true,
    cell: ({ row }) => (
      <ScreenLink inherit lineClamp={2} to={address('/proposals/detail/$id', { id: row.id })}>
        {`${row.id}: ${row.title}`}
      </ScreenLink>
    ),
    below: ({ row }) => row.name,
  },
  {
    header: 'Global Score',
    width: 150,
    nowrap: true,
    leaves: 'first',
    cell: ({ row }) => (row.conflict ? 'Conflict of interest' : <GlobalScore score={row.global_score} />),
  },
  { header: 'Only in A', cell: ({ onlyA }) => <Samples of={onlyA} /> },
  { header: 'Only in B', cell: ({ onlyB }) => <Samples of={onlyB} /> },
  { header: 'In both', cell: ({ same }) => <Samples of={same} /> },
  {
    header: 'Requests served',
    hint: 'In A, then in B, of those that the proposal makes in this grid.',
    width: 128,
    nowrap: true,
    cell: ({ asked, servedA, servedB }) =>
      servedA === servedB ? `${servedA} of ${asked}` : `${servedA} → ${servedB} of ${asked}`,
  },
]

const proposals = (count: number) => (count === 1 ? '1 proposal' : `${count} proposals`)

/** Who gains and who loses from A to B, in a sentence. */
function summary(differing: readonly Line[]): string {
  if (differing.length === 0) return 'Every proposal has the same samples on both sides.'
  const gain = differing.filter(({ onlyA }) => onlyA.length === 0).length
  const lose = differing.filter(({ onlyB }) => onlyB.length === 0).length
  const change = differing.length - gain - lose
  return `From A to B ${proposals(gain)} gain${gain === 1 ? 's' : ''}, ${lose} lose${lose === 1 ? 's' : ''} and ${change} change${change === 1 ? 's' : ''} samples.`
}

/** Proposal by proposal: what it has on one side alone, and what on both. */
export function ComparedProposals({ differences }: { differences: readonly Line[] }) {
  const [all, setAll] = useState(false)
  const differing = differences.filter(({ onlyA, onlyB }) => onlyA.length + onlyB.length > 0)
  return (
    <Section
      title={summary(differing)}
      aside={
        <Checkbox
          label="Also who has the same on both sides"
          checked={all}
          onChange={(event) => setAll(event.currentTarget.checked)}
        />
      }
      flush
    >
      <DataTable
        label="Proposals"
        rows={all ? differences : differing}
        rowKey={({ row }) => row.id}
        columns={COLUMNS}
        empty={<EmptyState title="Nothing differs.">Both sides give the same samples.</EmptyState>}
      />
    </Section>
  )
}
