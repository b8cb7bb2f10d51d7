import { z } from 'zod'
import { staff } from '../access.ts'
import { byId, get, instant, Outcome, post, put, Saved } from '../endpoint.ts'
import { idChoice } from '../filters.ts'
import { AsteroidSchema, SampleTypeSchema } from '../masters/value_schemas.ts'
import { NewScenario, ScenarioInput } from './input.ts'

/** Totals of a set of assignments. Weight in mg. */
export const Figures = z.object({
  pieces: z.number(),
  mg: z.number(),
  /** Fully served requests, and all of them. */
  served: z.number(),
  asked: z.number(),
  /** Assignments that no request asks for. */
  over: z.number(),
  /** Samples assigned to several proposals. */
  clashes: z.number(),
  /** The sum of the benefit of all samples, as suggestions count it; of the proposals whose score the reader sees. */
  benefit: z.number(),
})
export type Figures = z.infer<typeof Figures>

const StoredScenario = z.object({
  id: z.number(),
  term_id: z.number(),
  name: z.string(),
  note: z.string(),
  made_by: z.object({ id: z.number(), name: z.string() }),
  created_at: instant,
  saved_by: z.string().nullable(),
  updated_at: instant,
  version: z.number(),
})

/**
 * A scenario in the list: its totals when its assignments were last saved, and what they come to `now`. Of its `held`
 * assignments, `gone` are no longer possible.
 */
export const ScenarioRow = StoredScenario.extend({
  figures: Figures,
  now: Figures,
  held: z.number(),
  gone: z.number(),
})
export type ScenarioRow = z.infer<typeof ScenarioRow>

/** A scenario with its assignments; `gone` is the reason why one is no longer possible. */
export const Scenario = StoredScenario.extend({
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

const ScenarioQuery = z.object({ term_id: idChoice })
export type ScenarioQuery = z.output<typeof ScenarioQuery>

export const scenarios = {
  list: get('/api/scenarios', staff, {
    summary: 'Lists the scenarios of a call.',
    query: ScenarioQuery,
    reply: z.array(ScenarioRow),
    scope: 'read_allocation',
  }),
  add: post('/api/scenarios', staff, {
    summary: 'Keeps a set of assignments of a grid under a name, beside the records.',
    body: NewScenario,
    reply: Saved.extend({ id: z.number().optional() }),
  }),
  get: get('/api/scenarios/:id', staff, {
    summary: 'Shows a scenario with its assignments.',
    params: byId,
    reply: Scenario,
    scope: 'read_allocation',
  }),
  save: put('/api/scenarios/:id', staff, {
    summary: "Saves a scenario's name, note and assignments.",
    params: byId,
    body: ScenarioInput,
    reply: Saved,
  }),
  remove: put('/api/scenarios/delete/:id', staff, {
    summary: 'Deletes a scenario.',
    params: byId,
    reply: Outcome,
  }),
}
