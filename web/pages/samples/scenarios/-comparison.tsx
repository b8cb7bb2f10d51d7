import { Button, Checkbox, Group, List, SimpleGrid, Title } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useMemo, useState } from 'react'
import { address } from '#domain/address.ts'
import type { GridProposal } from '#domain/allocation/contract.ts'
import { exactSum } from '#domain/samples/exact_sum.ts'
import {
  type AssignmentsByProposal,
  type Comparison,
  compare,
  currentAssignments,
  type Difference,
  type ScenarioAssignment,
  withConfirmed,
} from '#domain/scenarios/compare.ts'
import type { Figures } from '#domain/scenarios/contract.ts'
import { scoreBand } from '#domain/staff/status.ts'
import { figure } from '#web/lib/format/format.ts'
import { api } from '#web/lib/http/api.ts'
import { useCall } from '#web/lib/http/query.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Lines } from '#web/ui/layout/loaded.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { SampleName } from '#web/ui/text/asteroid.tsx'
import { EmptyState, Note } from '#web/ui/text/note.tsx'
import { GlobalScore } from '#web/ui/text/score.tsx'
import type { ScenarioLine } from './-list.tsx'
import type { Ref } from './-search.ts'

interface ComparisonProps {
  rows: readonly GridProposal[]
  a: ScenarioLine
  b: ScenarioLine
  swap: () => void
}

/** Two scenarios, or one and the current assignments, side by side. */
export function SideBySide({ rows, a, b, swap }: ComparisonProps) {
  const [one, other] = [useSide(a.ref, rows), useSide(b.ref, rows)]
  const compared = useMemo(() => one && other && compare(rows, one.side, other.side), [rows, one, other])
  return (
    <>
      <Group gap="sm">
        <Title order={2} id="compared" tabIndex={-1}>
          {`A: ${a.name} · B: ${b.name}`}
        </Title>
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<IconArrowsExchange size={14} aria-hidden />}
          onClick={swap}
        >
          Swap
        </Button>
      </Group>
      {compared && one && other ? (
        <>
          <Gone letter="A" gone={one.gone} />
          <Gone letter="B" gone={other.gone} />
          <ComparedFigures a={a} b={b} bands={compared.bands} />
          <ComparedProposals differences={compared.differences} />
        </>
      ) : (
        <Lines />
      )}
    </>
  )
}

/** What of a side is no longer possible. */
const Gone = ({ letter, gone }: { letter: string; gone: readonly string[] }) =>
  gone.length > 0 && (
    <Note kind="warn" title={`No longer possible in ${letter}, and not compared:`}>
      <List size="sm">
        {gone.map((why) => (
          <List.Item key={why}>{why}</List.Item>
        ))}
      </List>
    </Note>
  )

/** A loaded side: the assignments by proposal, and sentences about what is no longer possible. */
interface ReadSide {
  side: AssignmentsByProposal
  gone: readonly string[]
}

/** Loads a side; null while loading. */
function useSide(ref: Ref, rows: readonly GridProposal[]): ReadSide | null {
  const now = ref === 'now'
  const scenario = useCall(api.scenarios.get, { params: { id: now ? 0 : ref } }, { enabled: !now }).data
  return useMemo(() => {
    if (now) return { side: currentAssignments(rows), gone: [] }
    if (!scenario) return null
    const left = scenario.items.filter(({ gone }) => gone === null)
    const gone = scenario.items.flatMap(({ gone }) => gone ?? [])
    return { side: withConfirmed(rows, left), gone: [...new Set(gone)] }
  }, [now, scenario, rows])
}

interface FigureLine {
  label: string
  a: number
  b: number
  /** What the figures have changed to since the scenarios were saved, if they have. */
  nowA?: number
  nowB?: number
}

const signed = (by: number) => (by > 0 ? `+${figure(by)}` : by < 0 ? `−${figure(-by)}` : '0')
const difference = ({ a, b }: FigureLine) => signed(exactSum([b, -a]))
const changed = (kept: number, now: number | undefined) =>
  now === undefined || now === kept ? null : `now ${figure(now)}`

const columns = (head: string): Column<FigureLine>[] => [
  { header: head, cardTitle: true, cell: ({ label }) => label },
  {
    ...{ header: 'A', align: 'right', width: 76, nowrap: true },
    cell: ({ a }) => figure(a),
    secondLine: ({ a, nowA }) => changed(a, nowA),
  },
  {
    ...{ header: 'B', align: 'right', width: 76, nowrap: true },
    cell: ({ b }) => figure(b),
    secondLine: ({ b, nowB }) => changed(b, nowB),
  },
  { header: 'B against A', align: 'right', width: 96, nowrap: true, cell: difference },
]

/** The figures of a scenario, and their labels. */
const FIGURES: readonly (readonly [label: string, of: (figures: Figures) => number])[] = [
  ['Pieces', ({ pieces }) => pieces],
  ['Weight[mg]', ({ mg }) => mg],
  ['Requests served', ({ served }) => served],
  ['Requests', ({ asked }) => asked],
  ['Benefit', ({ benefit }) => Math.round(benefit * 10) / 10],
  ['Over-allocated', ({ over }) => over],
  ['Clashes', ({ clashes }) => clashes],
]

interface ComparedFiguresProps extends Pick<Comparison<unknown>, 'bands'> {
  a: ScenarioLine
  b: ScenarioLine
}

/** The totals of both sides as they were saved, with what has changed since, and how many requests each serves by score band. */
const ComparedFigures = ({ a, b, bands }: ComparedFiguresProps) => (
  <SimpleGrid cols={{ base: 1, md: 2 }} spacing="md">
    <Section title="In all" flush>
      <DataTable
        label="In all"
        rowKey={({ label }) => label}
        columns={columns('Figure')}
        empty={null}
        rows={FIGURES.map(([label, of]) => ({
          label,
          ...{ a: of(a.figures), b: of(b.figures), nowA: of(a.now), nowB: of(b.now) },
        }))}
      />
    </Section>
    <Section title="Requests served by score" flush>
      <DataTable
        label="Requests served by score"
        rowKey={({ label }) => label}
        columns={columns('Proposals')}
        empty={null}
        rows={bands.map(({ band, proposals, asked, a, b }) => ({
          label: `${band === null ? 'No score shown' : scoreBand.label(band)}: ${proposals}, asking for ${asked}`,
          a,
          b,
        }))}
      />
    </Section>
  </SimpleGrid>
)

type ProposalDifference = Difference<GridProposal>

const Samples = ({ of }: { of: readonly ScenarioAssignment[] }) =>
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

const COLUMNS: Column<ProposalDifference>[] = [
  {
    header: 'Proposal',
    cardTitle: true,
    cell: ({ row }) => (
      <ScreenLink inherit lineClamp={2} to={address('/proposals/detail/$id', { id: row.id })}>
        {`${row.id}: ${row.title}`}
      </ScreenLink>
    ),
    secondLine: ({ row }) => row.name,
  },
  {
    header: 'Global Score',
    width: 150,
    nowrap: true,
    hides: 'first',
    cell: ({ row }) => (row.conflict ? 'Conflict of interest' : <GlobalScore score={row.global_score} />),
  },
  { header: 'Only in A', cell: ({ onlyA }) => <Samples of={onlyA} /> },
  { header: 'Only in B', cell: ({ onlyB }) => <Samples of={onlyB} /> },
  { header: 'In both', cell: ({ same }) => <Samples of={same} /> },
  {
    header: 'Requests served',
    hint: 'In A, then in B, of all requests of the proposal.',
    width: 128,
    nowrap: true,
    cell: ({ asked, servedA, servedB }) =>
      servedA === servedB ? `${servedA} of ${asked}` : `${servedA} → ${servedB} of ${asked}`,
  },
]

const proposals = (count: number) => (count === 1 ? '1 proposal' : `${count} proposals`)

/** How many proposals gain and lose from A to B, in a sentence. */
function summary(differing: readonly ProposalDifference[]): string {
  if (differing.length === 0) return 'Every proposal has the same samples on both sides.'
  const gain = differing.filter(({ onlyA }) => onlyA.length === 0).length
  const lose = differing.filter(({ onlyB }) => onlyB.length === 0).length
  const change = differing.length - gain - lose
  return `From A to B ${proposals(gain)} gain${gain === 1 ? 's' : ''}, ${lose} lose${lose === 1 ? 's' : ''} and ${change} change${change === 1 ? 's' : ''} samples.`
}

/** For each proposal its samples on one side only, and on both. */
function ComparedProposals({ differences }: { differences: readonly ProposalDifference[] }) {
  const [all, setAll] = useState(false)
  const differing = differences.filter(({ onlyA, onlyB }) => onlyA.length + onlyB.length > 0)
  return (
    <Section
      title={summary(differing)}
      aside={
        <Checkbox
          label="Also proposals with the same samples on both sides"
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
