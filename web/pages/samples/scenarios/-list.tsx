import { Checkbox, Group, Text } from '@mantine/core'
import type { Figures, ScenarioRow } from '#domain/scenarios/contract.ts'
import { figure, time, zoneName } from '#web/lib/format/format.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import { ScenarioActions } from './-actions.tsx'
import { editAddress } from './-addresses.ts'
import type { Ref, Shown } from './-shown.ts'

/** A line of the list: a scenario, or what is assigned now. */
export interface Line {
  ref: Ref
  name: string
  figures: Figures
  scenario: ScenarioRow | null
}

interface Ticking {
  sides: Pick<Shown, 'a' | 'b'>
  choose: (sides: Pick<Shown, 'a' | 'b'>) => void
}

/** Ticks a side; a third one takes the place of the one ticked before. */
function ticked({ a, b }: Ticking['sides'], ref: Ref, on: boolean): Ticking['sides'] {
  const left = [a, b].filter((one) => one !== null && one !== ref)
  const [first = null, second = null] = on ? [...left.slice(-1), ref] : left
  return { a: first, b: second }
}

function Compared({ line: { ref, name }, sides, choose }: Ticking & { line: Line }) {
  const letter = sides.a === ref ? 'A' : sides.b === ref ? 'B' : null
  return (
    <Group gap={6}>
      <Checkbox
        size="xs"
        aria-label={`Compare ${name}`}
        checked={letter !== null}
        onChange={(event) => choose(ticked(sides, ref, event.currentTarget.checked))}
      />
      {letter && <b>{letter}</b>}
    </Group>
  )
}

const Name = ({ line: { name, scenario } }: { line: Line }) => (
  <>
    <Text inherit component="div" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {scenario ? (
        <ScreenLink inherit to={editAddress(scenario)}>
          {name}
        </ScreenLink>
      ) : (
        name
      )}
    </Text>
    {scenario?.note && (
      <Text size="xs" c="dimmed" lineClamp={2} title={scenario.note} style={{ whiteSpace: 'pre-line' }}>
        {scenario.note}
      </Text>
    )}
  </>
)

const ACTIONS: Column<Line> = {
  header: 'Actions',
  action: true,
  width: 180,
  cell: ({ scenario }) => scenario && <ScenarioActions scenario={scenario} />,
}

const columns = (ticking: Ticking): Column<Line>[] => [
  { header: 'Compare', width: 76, cell: (line) => <Compared line={line} {...ticking} /> },
  { header: 'Scenario', heads: true, cell: (line) => <Name line={line} /> },
  {
    header: 'Made by',
    hint: `Times are in ${zoneName()}.`,
    width: 150,
    cell: ({ scenario }) => scenario?.made_by.name ?? '-',
    below: ({ scenario }) => scenario && time(scenario.updated_at),
  },
  {
    header: 'Pieces',
    hint: 'What has gone since can not be done any more, and counts in no figure.',
    width: 96,
    align: 'right',
    cell: ({ figures }) => figures.pieces,
    below: ({ scenario }) => scenario && scenario.gone > 0 && `${scenario.gone} gone since`,
  },
  { header: 'Weight[mg]', width: 96, align: 'right', cell: ({ figures }) => figure(figures.mg) },
  {
    header: 'Requests served',
    width: 128,
    align: 'right',
    nowrap: true,
    cell: ({ figures }) => `${figures.served} of ${figures.asked}`,
  },
  {
    header: 'Not asked for',
    hint: 'Ticks that no request asks for.',
    width: 108,
    align: 'right',
    leaves: 'first',
    cell: ({ figures }) => figures.over,
  },
  {
    header: 'Clashes',
    width: 76,
    align: 'right',
    leaves: 'first',
    cell: ({ figures }) =>
      figures.clashes > 0 ? (
        <Text inherit c="var(--ao-red)">
          {figures.clashes}
        </Text>
      ) : (
        0
      ),
  },
]

interface ScenarioListProps extends Ticking {
  lines: readonly Line[]
  /** Something can be done with one of them. */
  actions: boolean
}

/** The scenarios of a grid, and what is assigned now, each with a tick to compare it. */
export const ScenarioList = ({ lines, actions, ...ticking }: ScenarioListProps) => (
  <DataTable
    label="Scenarios"
    rows={lines}
    rowKey={({ ref }) => ref}
    columns={[...columns(ticking), ...(actions ? [ACTIONS] : [])]}
    empty={null}
  />
)
