import { z } from 'zod'
import { staff } from '../access.ts'
import { byId, get, instant, Outcome, post, put, Saved } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import { AssignmentGrid, NewScenario, ScenarioInput } from './input.ts'

/** How much a set of ticks gives. Weight in mg. */
export const Figures = z.object({
  pieces: z.number(),
  mg: z.number(),
  /** Requests of the grid that have all that they ask for, of how many. */
  served: z.number(),
  asked: z.number(),
  /** Ticks that no request asks for. */
  over: z.number(),
  /** Samples that stand for several proposals. */
  clashes: z.number(),
})
export type Figures = z.infer<typeof Figures>

const Kept = z.object({
  id: z.number(),
  grid: AssignmentGrid,
  term_id: z.number(),
  name: z.string(),
  note: z.string(),
  made_by: z.object({ id: z.number(), name: z.string() }),
  created_at: instant,
  saved_by: z.string().nullable(),
  updated_at: instant,
  version: z.number(),
})

/** A scenario in the list, with what the grid would come to with it; of the ticks `held` so many have `gone` since. */
export const ScenarioRow = Kept.extend({ figures: Figures, held: z.number(), gone: z.number() })
export type ScenarioRow = z.infer<typeof ScenarioRow>

/** A scenario with its ticks; `gone` says why one can not be done any more. */
export const Scenario = Kept.extend({
  items: z.array(
    z.object({
      sample_id: z.number(),
      proposal_id: z.number(),
      priority: z.number().nullable(),
      name: z.string(),
      db_type: AsteroidSchema,
      sample_type: SampleTypeSchema,
      weight: z.number().nullable(),
      size: z.number().nullable(),
      chamber: z.number().nullable(),
      dish: z.number().nullable(),
      gone: z.string().nullable(),
    }),
  ),
})
export type Scenario = z.infer<typeof Scenario>

const ScenarioQuery = z.object({
  term_id: idChoice,
  grid: z.union([z.literal('').transform(() => undefined), AssignmentGrid]).optional(),
})
export type ScenarioQuery = z.output<typeof ScenarioQuery>

export const scenarios = {
  list: get('/api/scenarios', staff, { query: ScenarioQuery, reply: z.array(ScenarioRow) }),
  add: post('/api/scenarios', staff, {
    body: NewScenario,
    reply: Saved.extend({ id: z.number().optional() }),
  }),
  get: get('/api/scenarios/:id', staff, { params: byId, reply: Scenario }),
  save: put('/api/scenarios/:id', staff, { params: byId, body: ScenarioInput, reply: Saved }),
  remove: put('/api/scenarios/delete/:id', staff, { params: byId, reply: Outcome }),
}
