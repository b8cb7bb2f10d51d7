import { ActionIcon, Checkbox, Group, Menu, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { Figures, ScenarioRow } from '#domain/scenarios/contract.ts'
import { mayChange } from '#domain/scenarios/rules.ts'
import { editScenarioAddress, putScenarioAddress } from '#web/allocation_grid/grid_kinds.ts'
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
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import type { Column } from '#web/ui/lists/table_props.ts'
import type { Ref, Shown } from './-search.ts'

/** A line of the list: a scenario, or the current assignments. */
export interface ScenarioLine {
  ref: Ref
  name: string
  figures: Figures
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
    header: 'Pieces',
    hint: 'What has gone since can no longer be done, and counts in no figure.',
    width: 96,
    align: 'right',
    cell: ({ figures }) => figures.pieces,
    secondLine: ({ scenario }) => scenario && scenario.gone > 0 && `${scenario.gone} gone since`,
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
    hides: 'first',
    cell: ({ figures }) => figures.over,
  },
  {
    header: 'Clashes',
    width: 76,
    align: 'right',
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

/** The scenarios of a grid and the current assignments, each with a checkbox to compare it. */
export const ScenarioList = ({ lines, actions, ...ticking }: ScenarioListProps) => (
  <DataTable
    label="Scenarios"
    rows={lines}
    rowKey={({ ref }) => ref}
    columns={[...columns(ticking), ...(actions ? [ACTIONS] : [])]}
    empty={null}
  />
)

const ticks = (count: number) => (count === 1 ? '1 tick' : `${count} ticks`)

/** The actions of a scenario in an open term: the office puts it into the grid; whoever may change it edits it. */
function ScenarioActions({ scenario }: { scenario: ScenarioRow }) {
  const office = useIsOffice()
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const { name } = scenario
  const may = mayChange({ ...user, roles: user.role }, scenario)
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {office && (
        <DetailButton to={putScenarioAddress(scenario)} name={name}>
          Put into the grid
        </DetailButton>
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
  const goes = `${ticks(held)}${note ? ' and its note' : ''}`
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="default" size={26} aria-label={`More actions of ${name}`} title="More actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void go(editScenarioAddress(scenario))}>Change its ticks</Menu.Item>
        <Menu.Item onClick={edit}>Name and note</Menu.Item>
        <Menu.Item
          onClick={() =>
            void ask({
              question: `Do you delete the scenario '${name}' of ${made_by.name}? It goes with ${goes}; no assignment changes. This cannot be undone.`,
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
