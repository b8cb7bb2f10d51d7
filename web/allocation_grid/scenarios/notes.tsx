import { CloseButton, Group, List } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { type Address, address } from '#domain/address.ts'
import { gridLabels, typesOf } from '#domain/allocation/grid.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import type { AssignmentGrid } from '#domain/scenarios/input.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import type { Place } from '#web/ui/grid/axes.ts'
import { Note } from '#web/ui/text/note.tsx'
import {
  ASSIGNMENT_GRIDS,
  editScenarioAddress,
  type GridKind,
  putScenarioAddress,
  scenarioListAddress,
} from '../grid_kinds.ts'
import type { CellValue } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { ScenarioView } from './mode.ts'

interface ScenarioNoteProps {
  scenarioView: ScenarioView
  kind: GridKind
  term_id: string
}

/** Says that the grid shows a scenario, whose, and what of it is no longer possible. */
export function ScenarioNote({
  scenarioView: { scenario, editable },
  kind: { grid },
  term_id,
}: ScenarioNoteProps) {
  const gone = [...new Set(scenario?.items.flatMap(({ gone }) => gone ?? []))]
  const what = scenario
    ? `'${scenario.name}' of ${scenario.made_by.name}${editable ? '' : ', which only its author and the office can change'}.`
    : 'It begins with the present assignments. Only you see it until you keep it under a name.'
  return (
    <Note title="Scenario: nothing here is assigned.">
      {`${what} It covers all grids; confirmed samples are part of every scenario. `}
      {scenario && <OtherGrids scenario={scenario} grid={grid} label="Edit it in" to={editScenarioAddress} />}
      <ScreenLink inherit to={scenarioListAddress({ term_id })}>
        All scenarios
      </ScreenLink>
      {gone.length > 0 && (
        <>
          <br />
          {editable ? 'No longer possible; Save leaves this out:' : 'No longer possible:'}
          <ReasonList of={gone} />
        </>
      )}
    </Note>
  )
}

/** A list of sentences. */
const ReasonList = ({ of }: { of: readonly string[] }) => (
  <List size="sm">
    {of.map((why) => (
      <List.Item key={why}>{why}</List.Item>
    ))}
  </List>
)

/** Says that the scenario in the address belongs to another term, with a link. */
export const MisplacedScenarioNote = ({ scenario, grid }: { scenario: Scenario; grid: AssignmentGrid }) => (
  <Note kind="warn" title={`The scenario '${scenario.name}' belongs to another term.`}>
    <ScreenLink inherit to={editScenarioAddress(scenario, grid)}>
      Open it there
    </ScreenLink>
  </Note>
)

interface OtherGridsProps {
  scenario: Scenario
  /** The grid on the screen. */
  grid: AssignmentGrid
  label: string
  to: (scenario: Scenario, grid: AssignmentGrid) => Address
}

/** Links to the other grids, with the number of assignments that the scenario holds there. */
const OtherGrids = ({ scenario, grid, label, to }: OtherGridsProps) => (
  <>
    {`${label}: `}
    {ASSIGNMENT_GRIDS.filter((other) => other !== grid).map((other, n) => {
      const held = scenario.items.filter(({ sample_type }) => typesOf[other].includes(sample_type)).length
      return (
        <span key={other}>
          {n > 0 && ', '}
          <ScreenLink inherit to={to(scenario, other)}>
            {`${gridLabels[other]} (${held})`}
          </ScreenLink>
        </span>
      )
    })}
    {'. '}
  </>
)

interface PutNoteProps {
  scenario: Scenario | null
  kind: GridKind
  term_id: string
  model: GridModel
}

/** Puts the scenario in the address into the grid once and says what that changed. */
export function PutScenarioNote({ scenario, kind, term_id, model }: PutNoteProps) {
  const go = useGo()
  const done = useRef<number | null>(null)
  const asked = useRef(false)
  const [put, setPut] = useState<(PutResult & { scenario: Scenario }) | null>(null)
  useEffect(() => {
    const before = asked.current
    asked.current = scenario !== null
    if (!scenario || before) return
    // A second click must not overwrite what was changed in between.
    if (done.current !== scenario.id) setPut({ scenario, ...putScenario(model, scenario, kind.grid) })
    done.current = scenario.id
    // Remove it from the address: a reload restores the draft instead.
    void go(address(kind.path, {}, { term_id }), { replace: true, ignoreBlocker: true })
  }, [scenario, model, kind, term_id, go])
  if (!put) return null
  const { scenario: source, assigned, taken, moved, left } = put
  return (
    <Group align="start" wrap="nowrap" gap="xs">
      <Note title={`The assignments of '${source.name}' are in this grid and not saved.`}>
        {`${assigned} assigned, ${taken} removed${moved > 0 ? `, ${moved} moved to another request` : ''}; one Undo takes all of it back. `}
        <OtherGrids scenario={source} grid={kind.grid} label="Put it also into" to={putScenarioAddress} />
        {left.length > 0 && (
          <>
            <br />
            Not in the grid:
            <ReasonList of={left} />
          </>
        )}
      </Note>
      <CloseButton aria-label="Close" onClick={() => setPut(null)} />
    </Group>
  )
}

interface PutResult {
  assigned: number
  taken: number
  /** Assignments that stay but answer another request. */
  moved: number
  /** Why some of the scenario's assignments are not in the grid. */
  left: readonly string[]
}

/** Replaces the assignments of a grid by those of a scenario, as one undoable step; confirmed ones stay. */
function putScenario(model: GridModel, scenario: Scenario, grid: AssignmentGrid): PutResult {
  const items = scenario.items.filter(({ sample_type }) => typesOf[grid].includes(sample_type))
  const wanted = items.filter(({ gone }) => gone === null)
  const key = (place: Place) => `${place.row} ${place.column}`
  const cells = new Map<string, Place & { held: CellValue }>()
  for (const place of model.assignments.all())
    cells.set(key(place), { ...place, held: { assigned: false, priority: null } })
  const left = items.flatMap(({ gone }) => gone ?? [])
  for (const item of wanted) {
    const place = model.assignments.placeOf(item)
    if (!place) left.push(`${item.name} is no longer in this grid.`)
    else cells.set(key(place), { ...place, held: { assigned: true, priority: item.priority } })
  }
  const before = new Set(model.assignments.all().map(key))
  const changed = model.setCells([...cells.values()])
  const after = new Set(model.assignments.all().map(key))
  for (const cell of cells.values()) {
    const why = cell.held.assigned && !after.has(key(cell)) && model.whyNotChange(cell.row, cell.column)
    if (why) left.push(why)
  }
  const assigned = [...after].filter((place) => !before.has(place)).length
  const taken = [...before].filter((place) => !after.has(place)).length
  return { assigned, taken, moved: changed - assigned - taken, left: [...new Set(left)] }
}
