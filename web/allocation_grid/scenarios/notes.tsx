import { CloseButton, Group, List } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { address } from '#domain/address.ts'
import type { Scenario } from '#domain/scenarios/contract.ts'
import { useGo } from '#web/lib/routing/navigation.ts'
import { ScreenLink } from '#web/ui/actions/links.tsx'
import { Note } from '#web/ui/text/note.tsx'
import { editAddress, type Kind, listAddress } from '../grid_kinds.ts'
import type { Held, Place } from '../state/assignments.ts'
import type { GridModel } from '../state/model.ts'
import type { Sheet } from './mode.ts'

interface SheetNoteProps {
  sheet: Sheet
  kind: Kind
  term_id: string
}

/** Says that a grid shows a scenario: whose, and what of it can not be done any more. */
export function SheetNote({ sheet: { scenario, may }, kind: { grid }, term_id }: SheetNoteProps) {
  const gone = [...new Set(scenario?.items.flatMap(({ gone }) => gone ?? []))]
  const what = scenario
    ? `'${scenario.name}' of ${scenario.made_by.name}${may ? '' : ': who made it and the office change it'}.`
    : 'It begins with what is assigned now, and is yours until you keep it under a name.'
  return (
    <Note title="Scenario: nothing here is assigned.">
      {`${what} What is confirmed stands in every scenario. `}
      <ScreenLink inherit to={listAddress({ grid, term_id })}>
        All scenarios
      </ScreenLink>
      {gone.length > 0 && (
        <>
          <br />
          {may ? 'This can not be done any more; Save leaves it out:' : 'This can not be done any more:'}
          <Reasons of={gone} />
        </>
      )}
    </Note>
  )
}

/** A list of sentences. */
const Reasons = ({ of }: { of: readonly string[] }) => (
  <List size="sm">
    {of.map((why) => (
      <List.Item key={why}>{why}</List.Item>
    ))}
  </List>
)

/** Says that the address names a scenario of another grid or term, and leads there. */
export const Astray = ({ scenario }: { scenario: Scenario }) => (
  <Note kind="warn" title={`The scenario '${scenario.name}' is of another grid or term.`}>
    <ScreenLink inherit to={editAddress(scenario)}>
      Open it there
    </ScreenLink>
  </Note>
)

interface PutNoteProps {
  scenario: Scenario | null
  kind: Kind
  term_id: string
  model: GridModel
}

/** Puts the scenario that the address names into the grid, once, and says what that changed. */
export function PutNote({ scenario, kind, term_id, model }: PutNoteProps) {
  const go = useGo()
  const done = useRef<number | null>(null)
  const asked = useRef(false)
  const [put, setPut] = useState<(Put & { name: string }) | null>(null)
  useEffect(() => {
    const before = asked.current
    asked.current = scenario !== null
    if (!scenario || before) return
    // Pressed twice, it asks twice: what was done to the ticks in between stays.
    if (done.current !== scenario.id) setPut({ name: scenario.name, ...putInto(model, scenario) })
    done.current = scenario.id
    // The address no longer asks for it: loaded again, the grid comes with the draft.
    void go(address(kind.path, {}, { term_id }), { replace: true, ignoreBlocker: true })
  }, [scenario, model, kind, term_id, go])
  if (!put) return null
  const { name, ticked, taken, moved, left } = put
  return (
    <Group align="start" wrap="nowrap" gap="xs">
      <Note title={`The ticks of '${name}' are in the grid and not saved.`}>
        {`${ticked} ticked, ${taken} taken away${moved > 0 ? `, ${moved} moved to another request` : ''}; all of it is one step that Undo takes back.`}
        {left.length > 0 && (
          <>
            <br />
            Not in the grid:
            <Reasons of={left} />
          </>
        )}
      </Note>
      <CloseButton aria-label="Close" onClick={() => setPut(null)} />
    </Group>
  )
}

interface Put {
  ticked: number
  taken: number
  /** Ticks that stay, and answer another request. */
  moved: number
  /** Why some of the scenario's ticks are not in the grid. */
  left: readonly string[]
}

/** Makes the ticks of a grid those of a scenario, as one step that can be undone; what is confirmed stays. */
function putInto(model: GridModel, { items }: Scenario): Put {
  const wanted = items.filter(({ gone }) => gone === null)
  const key = (place: Place) => `${place.row} ${place.column}`
  const cells = new Map<string, Place & { held: Held }>()
  for (const place of model.ticks.all())
    cells.set(key(place), { ...place, held: { ticked: false, priority: null } })
  const left = items.flatMap(({ gone }) => gone ?? [])
  for (const item of wanted) {
    const place = model.ticks.placeOf(item)
    if (!place) left.push(`${item.name} is not in this grid any more.`)
    else cells.set(key(place), { ...place, held: { ticked: true, priority: item.priority } })
  }
  const before = new Set(model.ticks.all().map(key))
  const changed = model.hold([...cells.values()])
  const after = new Set(model.ticks.all().map(key))
  for (const cell of cells.values()) {
    const why = cell.held.ticked && !after.has(key(cell)) && model.whyFixed(cell.row, cell.column)
    if (why) left.push(why)
  }
  const ticked = [...after].filter((place) => !before.has(place)).length
  const taken = [...before].filter((place) => !after.has(place)).length
  return { ticked, taken, moved: changed - ticked - taken, left: [...new Set(left)] }
}
