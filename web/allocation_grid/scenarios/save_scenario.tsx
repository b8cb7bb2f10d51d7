import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconStack2 } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import { Fault } from '#domain/errors.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import type { OwnGrid, ScenarioItem } from '#domain/scenarios/input.ts'
import { api } from '#web/lib/http/api.ts'
import { useAction } from '#web/lib/http/query.ts'
import { target, useGo } from '#web/lib/routing/navigation.ts'
import { useBanner } from '#web/lib/screen/banner.tsx'
import { type Kind, listAddress, makeAddress } from '../grid_kinds.ts'
import classes from '../screen.module.css'
import type { Change } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { Sheet } from './mode.ts'

interface SheetSaveProps {
  sheet: Sheet
  kind: Kind
  term_id: string
  model: GridModel
  /** These changes are saved. */
  settle: (changes: readonly Change[]) => void
}

/** The Save of a scenario: one that is not kept yet gets its name first, and is then compared with what is assigned. */
export function SheetSave({ sheet: { scenario }, kind: { grid }, term_id, model, settle }: SheetSaveProps) {
  const go = useGo()
  if (scenario) return <SaveKept scenario={scenario} model={model} settle={settle} />
  const kept = (id: number) => {
    settle(model.changes())
    void go(address('/samples/scenarios', {}, { term_id, grid, a: 'now', b: id }), { ignoreBlocker: true })
  }
  return <KeepButton model={model} grid={grid} term_id={term_id} onKept={kept} />
}

interface SaveKeptProps extends Pick<SheetSaveProps, 'model' | 'settle'> {
  scenario: Scenario
}

function SaveKept({ scenario: { id, name, note, version }, model, settle }: SaveKeptProps) {
  const banner = useBanner()
  const queries = useQueryClient()
  const sent = useRef<readonly Change[]>([])
  const save = useAction(api.scenarios.save, {
    own: ['stale', 'invalid'],
    onDone: () => settle(sent.current),
    onFault: (fault) => {
      if (!(fault instanceof Fault) || !['stale', 'invalid'].includes(fault.kind)) return
      const why = [...new Set(Object.values(fault.errors ?? {}).flat())].join(' ')
      const next = 'What you ticked is kept and lies over it now: look at it, then press Save again.'
      banner.show('alert', why || `${fault.message} ${next}`)
      void queries.invalidateQueries()
    },
  })
  const run = () => {
    sent.current = model.changes()
    void save.run({ params: { id }, body: { name, note, version, items: scenarioItems(model) } })
  }
  return (
    <Button onClick={run} loading={save.pending}>
      Save scenario
    </Button>
  )
}

/** Keeps what is ticked, saved or not, as a scenario. */
function KeepButton(props: KeepingProps) {
  const { keep, dialog } = useKeeping(props)
  return (
    <>
      <Button onClick={keep}>Keep as scenario</Button>
      {dialog}
    </>
  )
}

/** It comes when a scenario is kept. */
const KeepScenario = lazy(() =>
  import('./keep_dialog.tsx').then(({ KeepScenario }) => ({ default: KeepScenario })),
)

interface KeepingProps {
  model: GridModel
  grid: OwnGrid
  term_id: string
  onKept?: (id: number) => void
}

/** Keeps what is ticked when `keep` is called, saved or not, as a scenario; `dialog` asks for its name. */
function useKeeping({ model, grid, term_id, onKept }: KeepingProps): {
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

interface ScenarioMenuProps extends Omit<KeepingProps, 'onKept'> {
  /** What is ticked here is the person's own to tick, and can be kept. */
  editable: boolean
  /** The term is closed: no scenario is made in it. */
  closed: boolean
}

/** Everything that leads from a grid to scenarios: keep what is ticked, make one of one's own, see those that are kept. */
export function ScenarioMenu({ editable, closed, ...of }: ScenarioMenuProps) {
  const { keep, dialog } = useKeeping(of)
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
            <Menu.Item renderRoot={(props) => <Link {...props} {...target(makeAddress(of))} />}>
              Make a scenario
            </Menu.Item>
          )}
          <Menu.Item renderRoot={(props) => <Link {...props} {...target(listAddress(of))} />}>
            All scenarios
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {dialog}
    </>
  )
}

/** The ticks of a grid as a scenario keeps them; of a proposal with a conflict the server keeps what stands. */
function scenarioItems(model: GridModel): ScenarioItem[] {
  const theirs = new Set(model.rows.filter(({ conflict }) => conflict).map(({ id }) => id))
  return model
    .items()
    .filter(({ proposal_id }) => !theirs.has(proposal_id))
    .map(({ sample_id, proposal_id, priority }) => ({ sample_id, proposal_id, priority }))
}
