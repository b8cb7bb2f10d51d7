import type { Scenario } from '#domain/scenarios/contract.ts'
import type { Held, Place } from '../change.ts'
import type { GridModel } from '../model.ts'

export interface Put {
  ticked: number
  taken: number
  /** Ticks that stay, and answer another request. */
  moved: number
  /** Why some of the scenario's ticks are not in the grid. */
  left: readonly string[]
}

/** Makes the ticks of a grid those of a scenario, as one step that can be undone; what is confirmed stays. */
export function putInto(model: GridModel, { items }: Scenario): Put {
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
