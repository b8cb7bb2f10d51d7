import { z } from 'zod'
import { CONTACT_PAD_GRID, GAS_GRID, MAX_ITEMS, PARTICLE_GRID, PROCESSED_GRID } from '../allocation/grid.ts'
import { id, version } from '../endpoint.ts'
import { multiLine, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { NOTE_LENGTH } from './rules.ts'

export const NAME_LENGTH = 100
const TOO_MANY = `A scenario holds ${MAX_ITEMS.toLocaleString('en')} assignments at most.`
const NO_GRID = 'This grid does not exist.'

/** Grids in which samples are assigned: all but EVERY_TYPE. */
export const AssignmentGrid = wholeNumber(CONTACT_PAD_GRID, NO_GRID).pipe(
  z.literal([PARTICLE_GRID, GAS_GRID, PROCESSED_GRID, CONTACT_PAD_GRID], NO_GRID),
)
export type AssignmentGrid = z.output<typeof AssignmentGrid>

/** `priority` names the request of the proposal that the sample answers; null means the best fit. */
const Item = z.object({ sample_id: id, proposal_id: id, priority: id.nullish() })
export type ScenarioItem = z.output<typeof Item>
const items = z.array(Item).max(MAX_ITEMS, TOO_MANY)

const nameAndNote = {
  name: singleLine({ max: NAME_LENGTH, required: REQUIRED, long: tooLong(NAME_LENGTH, '.') }),
  note: mustBeSent(multiLine({ max: NOTE_LENGTH, long: tooLong(NOTE_LENGTH, '.') })),
}

/** With `grid`, `items` are those of one grid, and the scenario begins in the others with what is assigned there. */
export const NewScenario = z.object({ grid: AssignmentGrid.optional(), term_id: id, ...nameAndNote, items })
export type NewScenario = z.output<typeof NewScenario>

/** Changes to a scenario; without `items` its assignments stay. With `grid`, `items` replace those of one grid. */
export const ScenarioInput = z.object({
  grid: AssignmentGrid.optional(),
  ...nameAndNote,
  items: items.optional(),
  version,
})
export type ScenarioInput = z.output<typeof ScenarioInput>
