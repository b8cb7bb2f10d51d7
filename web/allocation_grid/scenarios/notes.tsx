import { CloseButton, Group, List } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'
import type { Place } from '../geometry/axes.ts'
import { editScenarioAddress, type GridKind, scenarioListAddress } from '../grid_kinds.ts'
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
    ? `'${scenario.name}' of ${scenario.made_by.name}${editable ? '' : ': who made it and the office change it'}.`
    : 'It begins with what is assigned now, and is yours until you keep it under a name.'
  return (
    <Note title="Scenario: nothing here is assigned.">
      {`${what} What is confirmed stands in every scenario. `}
      <ScreenLink inherit to={scenarioListAddress({ grid, term_id })}>
        All scenarios
      </ScreenLink>
      {gone.length > 0 && (
        <>
          <br />
          {editable ? 'This can no longer be done; Save leaves it out:' : 'This cannot be done any more:'}
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

/** Says that the scenario in the address belongs to another grid or term, with a link. */
export const MisplacedScenarioNote = ({ scenario }: { scenario: Scenario }) => (
  <Note kind="warn" title={`The scenario '${scenario.name}' is of another grid or term.`}>
    <ScreenLink inherit to={editScenarioAddress(scenario)}>
      Open it there
    </ScreenLink>
  </Note>
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
  const [put, setPut] = useState<(PutResult & { name: string }) | null>(null)
  useEffect(() => {
    const before = asked.current
    asked.current = scenario !== null
    if (!scenario || before) return
    // A second click must not overwrite what was changed in between.
    if (done.current !== scenario.id) setPut({ name: scenario.name, ...putScenario(model, scenario) })
    done.current = scenario.id
    // Remove it from the address: a reload restores the draft instead.
    void go(address(kind.path, {}, { term_id }), { replace: true, ignoreBlocker: true })
  }, [scenario, model, kind, term_id, go])
  if (!put) return null
  const { name, assigned, taken, moved, left } = put
  return (
    <Group align="start" wrap="nowrap" gap="xs">
      <Note title={`The ticks of '${name}' are in the grid and not saved.`}>
        {`${assigned} ticked, ${taken} taken away${moved > 0 ? `, ${moved} moved to another request` : ''}; all of it is one step that Undo takes back.`}
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
function putScenario(model: GridModel, { items }: Scenario): PutResult {
  const wanted = items.filter(({ gone }) => gone === null)
  const key = (place: Place) => `${place.row} ${place.column}`
  const cells = new Map<string, Place & { held: CellValue }>()
  for (const place of model.assignments.all())
    cells.set(key(place), { ...place, held: { assigned: false, priority: null } })
  const left = items.flatMap(({ gone }) => gone ?? [])
  for (const item of wanted) {
    const place = model.assignments.placeOf(item)
    if (!place) left.push(`${item.name} is not in this grid any more.`)
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
