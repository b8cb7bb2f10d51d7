import { ActionIcon, Group, Menu } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import type { ScenarioRow } from '#domain/scenarios/contract.ts'
import { mayChange } from '#domain/scenarios/rules.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { useIsOffice, useUser } from '#web/lib/session/session.ts'
import { useConfirm } from '#web/ui/dialogs/confirm.tsx'
import { DetailButton } from '#web/ui/lists/row_parts.tsx'
import { editAddress, putAddress } from './-addresses.ts'
import { EditScenario } from './-edit.tsx'

const ticks = (count: number) => (count === 1 ? '1 tick' : `${count} ticks`)

/** What can be done with a scenario of an open term: the office puts it into the grid, who may change it does. */
export function ScenarioActions({ scenario }: { scenario: ScenarioRow }) {
  const office = useIsOffice()
  const user = useUser()
  const [editing, setEditing] = useState(false)
  const { name } = scenario
  const may = mayChange({ ...user, roles: user.role }, scenario)
  return (
    <Group gap="xs" wrap="nowrap" justify="flex-end">
      {office && (
        <DetailButton to={putAddress(scenario)} name={name}>
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
        <Menu.Item onClick={() => void go(editAddress(scenario))}>Change its ticks</Menu.Item>
        <Menu.Item onClick={edit}>Name and note</Menu.Item>
        <Menu.Item
          onClick={() =>
            void ask({
              question: `Do you delete the scenario '${name}' of ${made_by.name}? It goes with ${goes}; no assignment changes. This can not be undone.`,
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
