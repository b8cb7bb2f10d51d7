import type { Grid } from '#domain/allocation/grid.ts'
import type { Pair } from '#domain/allocation/rules.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { PARTICLE, RYUGU } from '#domain/masters/values.ts'
import type { Sample } from '#domain/samples/contract.ts'
import type { NewScenario } from '#domain/scenarios/input.ts'
import { confirmPairs } from '../allocation/confirm.ts'
import { saveGrid } from '../allocation/save_grid.ts'
import { gridSamples } from '../allocation/service.ts'
import type { AnyCtx, Ctx } from '../platform/context.ts'
import { addSamples } from '../samples/service.ts'
import { createScenario } from '../scenarios/save.ts'

let counter = 0

/** Adds a sample, by default a Ryugu particle of chamber A, and returns its id, name and kind. */
export async function aSample(ctx: AnyCtx, sample: Partial<Omit<Sample, 'id'>> & { flg?: boolean } = {}) {
  // Five digits, so that names sort as they were made; four are those that tests give themselves.
  const name = `A${String(++counter).padStart(5, '0')}`
  const row = { db_type: RYUGU, sample_type: PARTICLE, name, weight: 5.4, size: 2000, chamber: 1, ...sample }
  const [added] = await ctx.write((tx) => addSamples(tx, [row]))
  return { ...added!, db_type: row.db_type, sample_type: row.sample_type }
}

/** Assigns samples to proposals in addition to the present assignments, and confirms them if `confirmed`. */
export async function anAssignment(
  office: Ctx,
  grid: Grid,
  pairs: (Pair & { priority?: number | null | undefined })[],
  { term_id, confirmed = false }: { term_id?: number; confirmed?: boolean } = {},
) {
  const { columns } = await gridSamples(office, { grid, term_id, all: true })
  // A sample that is confirmed for one proposal cannot be saved again for another.
  const present = columns.flatMap(({ id: sample_id, assigned_sample }) => {
    const confirmed = assigned_sample.filter((a) => a.status === CONFIRMED)
    return (confirmed.length > 0 ? confirmed : assigned_sample).map(({ proposal_id }) => ({
      sample_id,
      proposal_id,
    }))
  })
  const items = [...present, ...pairs]
  await saveGrid(office, { grid, term_id, items, ifMatch: undefined })
  if (confirmed) await confirmPairs(office, pairs, { term_id })
}

/** Creates a scenario, by default empty, and returns its id. */
export async function aScenario(staff: Ctx, scenario: Pick<NewScenario, 'term_id'> & Partial<NewScenario>) {
  const input: NewScenario = {
    name: `Scenario ${++counter}`,
    note: '',
    items: [],
    ...scenario,
  }
  return (await createScenario(staff, input)).id
}
