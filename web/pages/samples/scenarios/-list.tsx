import { ActionIcon, Button, Checkbox, Group, Menu, Text } from '@mantine/core'
import { IconChevronDown, IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { gridLabels } from '#domain/allocation/grid.ts'
import type { Figures, ScenarioRow } from '#domain/scenarios/contract.ts'
import { mayChange } from '#domain/scenarios/rules.ts'
import { ASSIGNMENT_GRIDS, editScenarioAddress, putScenarioAddress } from '#web/allocation_grid/grid_kinds.ts'
import { ScenarioFields } from '#web/allocation_grid/scenarios/keep_dialog.tsx'
import { figure, time, zoneName } from '#web/lib/format/format.ts'
import { useEndpointForm } from '#web/lib/forms/endpoint_form.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { FormDialog } from '#web/ui/forms/endpoint_form.tsx'
import { DataTable } from '#web/ui/lists/data_table.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import type { Ref, Shown } from './-search.ts'

/** A line of the list: a scenario, or the current assignments. */
export interface ScenarioLine {
  ref: Ref
  name: string
  /** Of a scenario those that it had when it was saved. */
  figures: Figures
  now: Figures
  scenario: ScenarioRow | null
}

interface Ticking {
  sides: Pick<Shown, 'a' | 'b'>
  choose: (sides: Pick<Shown, 'a' | 'b'>) => void
}

/** Checks a side of the comparison; a third one replaces the one checked first. */
function ticked({ a, b }: Ticking['sides'], ref: Ref, on: boolean): Ticking['sides'] {
  const left = [a, b].filter((one) => one !== null && one !== ref)
  const [first = null, second = null] = on ? [...left.slice(-1), ref] : left
  return { a: first, b: second }
}

function Compared({ line: { ref, name }, sides, choose }: Ticking & { line: ScenarioLine }) {
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

const Name = ({ line: { name, scenario } }: { line: ScenarioLine }) => (
  <>
    <Text inherit component="div" fw={500} style={{ overflowWrap: 'anywhere' }}>
      {scenario ? (
        <ScreenLink inherit to={editScenarioAddress(scenario)}>
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

const ACTIONS: Column<ScenarioLine> = {
  header: 'Actions',
  action: true,
  width: 180,
  cell: ({ scenario }) => scenario && <ScenarioActions scenario={scenario} />,
}

/** What a figure has changed to since the scenario was saved; null if it has not. */
const changedText = (kept: Figures, now: Figures, textOf: (figures: Figures) => string): string | null =>
  textOf(kept) === textOf(now) ? null : `now ${textOf(now)}`

const HINTS: Partial<Record<string, string>> = {
  Pieces:
    'All figures are those of the scenario when it was saved; what has changed since is shown below them.',
  Benefit: 'Score × priority × closeness, summed over all samples.',
  'Over-allocated': 'Samples that no request asks for.',
}

/** A figure of a scenario, and below it what it has changed to since. */
const figureColumn = (
  header: string,
  width: number,
  textOf: (figures: Figures) => string,
): Column<ScenarioLine> => ({
  header,
  ...(HINTS[header] === undefined ? {} : { hint: HINTS[header] }),
  width,
  align: 'right',
  cell: ({ figures }) => textOf(figures),
  secondLine: ({ figures, now }) => changedText(figures, now, textOf),
})

const columns = (ticking: Ticking): Column<ScenarioLine>[] => [
  { header: 'Compare', width: 76, cell: (line) => <Compared line={line} {...ticking} /> },
  { header: 'Scenario', cardTitle: true, cell: (line) => <Name line={line} /> },
  {
    header: 'Made by',
    hint: `Times are in ${zoneName()}.`,
    width: 150,
    cell: ({ scenario }) => scenario?.made_by.name ?? '-',
    secondLine: ({ scenario }) => scenario && time(scenario.updated_at),
  },
  {
    ...figureColumn('Pieces', 96, ({ pieces }) => String(pieces)),
    secondLine: ({ scenario, figures, now }) =>
      scenario && scenario.gone > 0
        ? `now ${now.pieces}, ${scenario.gone} no longer possible`
        : changedText(figures, now, ({ pieces }) => String(pieces)),
  },
  figureColumn('Weight[mg]', 104, ({ mg }) => figure(mg)),
  figureColumn('Requests served', 128, ({ served, asked }) => `${served} of ${asked}`),
  figureColumn('Benefit', 96, ({ benefit }) => figure(benefit, 1)),
  { ...figureColumn('Over-allocated', 112, ({ over }) => String(over)), hides: 'first' },
  {
    ...figureColumn('Clashes', 76, ({ clashes }) => String(clashes)),
    hides: 'first',
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
  lines: readonly ScenarioLine[]
  /** At least one of them has an action. */
  actions: boolean
}

/** The scenarios of a term and the current assignments, each with a checkbox to compare it. */
export const ScenarioList = ({ lines, actions, ...ticking }: ScenarioListProps) => (
  <DataTable
    label="Scenarios"
    rows={lines}
    rowKey={({ ref }) => ref}
    columns={[...columns(ticking), ...(actions ? [ACTIONS] : [])]}
    empty={null}
  />
)

const assignmentsText = (count: number) => (count === 1 ? '1 assignment' : `${count} assignments`)

/** The actions of a scenario in an open term: the office puts it into a grid; whoever may change it edits it. */
function ScenarioActions({ scenario }: { scenario: ScenarioRow }) {
  const office = useIsOffice()
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const go = useGo()
  const { name } = scenario
  const may = mayChange({ ...user, roles: user.role }, scenario)
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {office && (
        <Menu position="bottom-end" shadow="md">
          <Menu.Target>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`Put into a grid: ${name}`}
              rightSection={<IconChevronDown size={14} aria-hidden />}
            >
              Put into a grid
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {ASSIGNMENT_GRIDS.map((grid) => (
              <Menu.Item key={grid} onClick={() => void go(putScenarioAddress(scenario, grid))}>
                {gridLabels[grid]}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {may && <More scenario={scenario} edit={() => setEditing(true)} />}
      {editing && <EditScenario scenario={scenario} close={() => setEditing(false)} />}
    </Group>
  )
}

function More({ scenario, edit }: { scenario: ScenarioRow; edit: () => void }) {
  const ask = useConfirm()
  const go = useGo()
  const remove = useAction(api.scenarios.remove)
  const { id, name, note, made_by, held } = scenario
  const goes = `${assignmentsText(held)}${note ? ' and its note' : ''}`
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={`More actions of ${name}`} title="More actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void go(editScenarioAddress(scenario))}>Edit its assignments</Menu.Item>
        <Menu.Item onClick={edit}>Name and note</Menu.Item>
        <Menu.Item
          onClick={() =>
            void ask({
              question: `Delete the scenario '${name}' of ${made_by.name} with ${goes}? Nothing that is assigned changes. This cannot be undone.`,
              act: () => remove.run({ params: { id } }),
            })
          }
        >
          Delete
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const valuesOf = ({ name, note, version }: Pick<ScenarioRow, 'name' | 'note' | 'version'>) => ({
  name,
  note,
  version,
})

/** Changes the name and the note of a scenario. */
function EditScenario({ scenario, close }: { scenario: ScenarioRow; close: () => void }) {
  const params = { id: scenario.id }
  const form = useEndpointForm(api.scenarios.save, {
    initial: valuesOf(scenario),
    input: { params },
    draft: `scenarios/${scenario.id}/name`,
    conflict: { load: async () => valuesOf(await api.scenarios.get({ params })) },
    onDone: close,
  })
  return (
    <FormDialog
      title={`Name and note of '${scenario.name}'`}
      form={form}
      close={close}
      submit="Save"
      size="lg"
    >
      <ScenarioFields form={form as never} />
    </FormDialog>
  )
}
