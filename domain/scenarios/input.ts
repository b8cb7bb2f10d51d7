import { z } from 'zod'
import { CONTACT_PAD_GRID, GAS_GRID, MAX_ITEMS, PARTICLE_GRID, PROCESSED_GRID } from '../allocation/grid.ts'
import { id, version } from '../endpoint.ts'
import { multiLine, mustBeSent, singleLine, wholeNumber } from '../input_schemas.ts'
import { REQUIRED, tooLong } from '../text.ts'
import { NOTE_LENGTH } from './rules.ts'

export const NAME_LENGTH = 100
const TOO_MANY = `A scenario holds ${MAX_ITEMS.toLocaleString('en')} ticks at most.`
const NO_GRID = 'This grid does not exist.'

/** The grids that samples are assigned in, as their code. */
export const AssignmentGrid = wholeNumber(CONTACT_PAD_GRID, NO_GRID).pipe(
  z.literal([PARTICLE_GRID, GAS_GRID, PROCESSED_GRID, CONTACT_PAD_GRID], NO_GRID),
)
export type AssignmentGrid = z.output<typeof AssignmentGrid>

/** One tick of a scenario; `priority` chooses which request of its proposal the sample answers, null is the best fit. */
const Item = z.object({ sample_id: id, proposal_id: id, priority: id.nullish() })
export type ScenarioItem = z.output<typeof Item>
const items = z.array(Item).max(MAX_ITEMS, TOO_MANY)

const nameAndNote = {
  name: singleLine({ max: NAME_LENGTH, required: REQUIRED, long: tooLong(NAME_LENGTH, '.') }),
  note: mustBeSent(multiLine({ max: NOTE_LENGTH, long: tooLong(NOTE_LENGTH, '.') })),
}

/** A scenario that is kept for the first time. */
export const NewScenario = z.object({ grid: AssignmentGrid, term_id: id, ...nameAndNote, items })
export type NewScenario = z.output<typeof NewScenario>

/** A scenario as it is changed; without `items` those that it holds stay. */
export const ScenarioInput = z.object({ ...nameAndNote, items: items.optional(), version })
export type ScenarioInput = z.output<typeof ScenarioInput>
