import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconStack2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import type { AssignmentGrid, ScenarioItem } from '#domain/scenarios/input.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { target, useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { WriteButton } from '#web/ui/actions/write_button.tsx'
import { type GridKind, newScenarioAddress, scenarioListAddress } from '../grid_kinds.ts'
import classes from '../screen.module.css'
import type { Change } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { ScenarioView } from './mode.ts'

interface SaveScenarioButtonProps {
  scenarioView: ScenarioView
  kind: GridKind
  term_id: string
  model: GridModel
  /** These changes are saved. */
  markSaved: (changes: readonly Change[]) => void
}

/** The Save button of a scenario: a new one gets a name first and is then compared with the assignments. */
export function SaveScenarioButton({
  scenarioView: { scenario },
  kind: { grid },
  term_id,
  model,
  markSaved,
}: SaveScenarioButtonProps) {
  const go = useGo()
  if (scenario) return <SaveExisting scenario={scenario} grid={grid} model={model} markSaved={markSaved} />
  const kept = (id: number) => {
    markSaved(model.changes())
    void go(address('/samples/scenarios', {}, { term_id, a: 'now', b: id }), { ignoreBlocker: true })
  }
  return <KeepButton model={model} grid={grid} term_id={term_id} onKept={kept} />
}

interface SaveExistingProps extends Pick<SaveScenarioButtonProps, 'model' | 'markSaved'> {
  scenario: Scenario
  grid: AssignmentGrid
}

function SaveExisting({ scenario: { id, name, note, version }, grid, model, markSaved }: SaveExistingProps) {
  const banner = useBanner()
  const queries = useQueryClient()
  const sent = useRef<readonly Change[]>([])
  const save = useAction(api.scenarios.save, {
    own: ['stale', 'invalid'],
    onDone: () => markSaved(sent.current),
    onFault: (fault) => {
      if (!(fault instanceof Fault) || !['stale', 'invalid'].includes(fault.kind)) return
      const why = [...new Set(Object.values(fault.errors ?? {}).flat())].join(' ')
      const next = 'Your changes are kept and shown over it: check them, then press Save again.'
      banner.show('alert', why || `${fault.message} ${next}`)
      void queries.invalidateQueries()
    },
  })
  const run = () => {
    sent.current = model.changes()
    void save.run({ params: { id }, body: { name, note, version, grid, items: scenarioItems(model) } })
  }
  return (
    <WriteButton onClick={run} loading={save.pending}>
      Save scenario
    </WriteButton>
  )
}

/** Stores the assignments, saved or not, as a scenario. */
function KeepButton(props: KeepInput) {
  const { keep, dialog } = useKeepScenario(props)
  return (
    <>
      <Button onClick={keep}>Keep as scenario</Button>
      {dialog}
    </>
  )
}

/** Loaded when the dialog is first opened. */
const KeepScenario = lazy(() =>
  import('./keep_dialog.tsx').then(({ KeepScenario }) => ({ default: KeepScenario })),
)

interface KeepInput {
  model: GridModel
  grid: AssignmentGrid
  term_id: string
  onKept?: (id: number) => void
}

/** `keep` takes the current assignments, saved or not; `dialog` asks for the scenario's name and stores it. */
function useKeepScenario({ model, grid, term_id, onKept }: KeepInput): {
  keep: () => void
  dialog: ReactNode
} {
  const [items, setItems] = useState<readonly ScenarioItem[] | null>(null)
  return {
    keep: () => setItems(scenarioItems(model)),
    dialog: items && (
      <Suspense>
        <KeepScenario
          grid={grid}
          term_id={Number(term_id)}
          items={items}
          close={() => setItems(null)}
          {...(onKept && { onKept })}
        />
      </Suspense>
    ),
  }
}

interface ScenarioMenuProps extends Omit<KeepInput, 'onKept'> {
  /** The user can edit the grid and keep it as a scenario. */
  editable: boolean
  /** The term is closed: no scenario can be made in it. */
  closed: boolean
}

/** The scenario menu of a grid: keep the assignments as one, make a new one, list all. */
export function ScenarioMenu({ editable, closed, ...of }: ScenarioMenuProps) {
  const { keep, dialog } = useKeepScenario(of)
  return (
    <>
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <Button
            variant="default"
            aria-label="Scenarios"
            title="Scenarios"
            leftSection={<IconStack2 size={16} aria-hidden />}
            rightSection={<IconChevronDown size={14} aria-hidden />}
            classNames={{ root: classes.onPhone, label: classes.label }}
          >
            Scenarios
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {editable && <Menu.Item onClick={keep}>Keep as scenario</Menu.Item>}
          {!editable && !closed && (
            <Menu.Item renderRoot={(props) => <Link {...props} {...target(newScenarioAddress(of))} />}>
              Make a scenario
            </Menu.Item>
          )}
          <Menu.Item renderRoot={(props) => <Link {...props} {...target(scenarioListAddress(of))} />}>
            All scenarios
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}

/** The assignments of a grid as scenario items; for proposals with a conflict the server keeps its own. */
function scenarioItems(model: GridModel): ScenarioItem[] {
  const theirs = new Set(model.rows.filter(({ conflict }) => conflict).map(({ id }) => id))
  return model
    .itemsToSave()
    .filter(({ proposal_id }) => !theirs.has(proposal_id))
    .map(({ sample_id, proposal_id, priority }) => ({ sample_id, proposal_id, priority }))
}
