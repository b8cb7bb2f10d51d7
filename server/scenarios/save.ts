import { typesOf } from '#domain/allocation/grid.ts'
import { distinctPairs, type Pair, whyNotAssign } from '#domain/allocation/rules.ts'
import { done, saved } from '#domain/endpoint.ts'
import { forbidden, invalid, MAX_ERRORS, notFound } from '#domain/errors.ts'
import type { AssignmentGrid, NewScenario, ScenarioInput, ScenarioItem } from '#domain/scenarios/input.ts'
import { mayChange, whyNotAllocate, whyNotDelete } from '#domain/scenarios/rules.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { assignmentsOfTerm } from '../allocation/service.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { findConflictingIds, lockForAllocation } from '../proposals/shared_queries.ts'
import { samplesByIds } from '../samples/service.ts'
import { lockTerm } from '../terms/service.ts'
import * as queries from './queries.ts'

type Place = { grid: AssignmentGrid; term_id: number }

const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })
const key = ({ sample_id, proposal_id }: Pair) => `${sample_id} ${proposal_id}`
const proposalsOf = (items: readonly Pair[]) => [...new Set(items.map(({ proposal_id }) => proposal_id))]

/** Throws 'invalid' where another scenario of the term and grid has the name. */
async function requireFreeName(tx: Tx, place: Place, name: string, own?: number) {
  const same = await queries.findScenarioByName(tx, { ...place, name })
  if (same && same.id !== own)
    throw invalid({ name: 'A scenario of this grid and term has this name already.' })
}

type Facts = Parameters<typeof whyNotAssign>[1]
type Held = Awaited<ReturnType<typeof lockForAllocation>>

/**
 * Throws 'invalid' with the items that may not be assigned, by their positions: the first of them, where there are many.
 * What `stands` already is not asked again.
 */
async function requireItems(
  tx: Tx,
  place: Place,
  items: readonly ScenarioItem[],
  held: Held,
  stands: Pair[],
) {
  const ids = [...new Set(items.map(({ sample_id }) => sample_id))]
  const samples = new Map((await samplesByIds(tx, ids)).map((sample) => [sample.id, sample]))
  const promised = new Map((await queries.findConfirmed(tx, ids)).map((pair) => [pair.sample_id, pair]))
  const proposals = new Map(held.map((proposal) => [proposal.id, proposal]))
  const kept = new Set(stands.map(key))
  const errors: Record<string, string> = {}
  for (const [i, item] of items.entries()) {
    if (kept.has(key(item))) continue
    const facts: Facts = {
      types: typesOf[place.grid],
      term_id: place.term_id,
      sample: samples.get(item.sample_id),
      proposal: proposals.get(item.proposal_id),
      promised: promised.get(item.sample_id),
    }
    const wrong = whyNotAssign(item, facts)
    if (wrong) errors[`items.${i}.${wrong[0]}`] = wrong[1]
    if (Object.keys(errors).length === MAX_ERRORS) break
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The ticks as they are kept: of a proposal that the actor has a conflict with those that stand, whatever is sent. Refuses
 * a tick on such a proposal that does not stand.
 */
async function withoutConflicts(tx: Tx, items: readonly ScenarioItem[], stands: readonly ScenarioItem[]) {
  const conflicts = await findConflictingIds(tx, tx.actor, proposalsOf([...items, ...stands]))
  const standing = new Set(stands.map(key))
  const theirs = new Set(conflicts)
  const given = items.filter((item) => theirs.has(item.proposal_id) && !standing.has(key(item)))
  tx.refuse(whyNotAllocate(conflicts.filter((id) => given.some(({ proposal_id }) => proposal_id === id))))
  return distinctPairs([
    ...items.filter(({ proposal_id }) => !theirs.has(proposal_id)),
    ...stands.filter(({ proposal_id }) => theirs.has(proposal_id)),
  ])
}

const told = (items: readonly ScenarioItem[]) =>
  items.map(({ sample_id, proposal_id, priority = null }) => ({ sample_id, proposal_id, priority }))

/**
 * Keeps a set of ticks under a name. Of a proposal that its maker has a conflict with it holds what is assigned at the
 * moment.
 */
export const createScenario = (ctx: Ctx, { items, ...scenario }: NewScenario) =>
  ctx.write(async (tx) => {
    const held = await lockForAllocation(tx, proposalsOf(items))
    tx.refuse(whyReadOnly(await lockTerm(tx, scenario.term_id)))
    await requireFreeName(tx, scenario, scenario.name)
    const assigned = (await assignmentsOfTerm(tx, scenario.term_id)).filter(({ sample_type }) =>
      typesOf[scenario.grid].includes(sample_type),
    )
    await requireItems(tx, scenario, items, held, assigned)
    const kept = await withoutConflicts(tx, items, assigned)
    const made = { ...saving(tx), made_by: tx.actor.id, created_at: tx.now().toISOString() }
    const { id } = await queries.insertScenario(tx, { ...scenario, ...made })
    await queries.replaceItems(tx, id, kept)
    await tx.audit('scenario.add', { id }, { ...scenario, items: told(kept) })
    return { ...saved(`The scenario '${scenario.name}' has been kept. Nothing was assigned.`, 1), id }
  })

/** A scenario that the actor may change, and its ticks. Its proposals and its term are held before it. */
async function hold(tx: Tx, id: number, items: readonly ScenarioItem[] = []) {
  const found = await queries.findScenario(tx, id)
  if (!found) throw notFound()
  if (!mayChange(tx.actor, found)) throw forbidden()
  const held = await lockForAllocation(tx, proposalsOf(items))
  tx.refuse(whyReadOnly(await lockTerm(tx, found.term_id)))
  const scenario = await queries.lockScenario(tx, id)
  if (!scenario) throw notFound()
  return { scenario, held, stands: await queries.findItems(tx, [id]) }
}

/** Changes a scenario; without `items` it holds what it held. Throws 'stale' where somebody else saved it meanwhile. */
export const saveScenario = (ctx: Ctx, id: number, { version, items, ...input }: ScenarioInput) =>
  ctx.write(async (tx) => {
    const { scenario, held, stands } = await hold(tx, id, items)
    requireVersion('This scenario', version, { ...scenario, saved_at: scenario.updated_at })
    await requireFreeName(tx, scenario, input.name, id)
    let change: { items?: unknown } = {}
    if (items) {
      await requireItems(tx, scenario, items, held, stands)
      const kept = await withoutConflicts(tx, items, stands)
      await queries.replaceItems(tx, id, kept)
      change = { items: told(kept) }
    }
    await queries.updateScenario(tx, id, { ...input, ...saving(tx) })
    await tx.audit('scenario.edit', { id }, { ...input, ...change }, { ...scenario, items: told(stands) })
    return saved(`The scenario '${input.name}' has been saved. Nothing was assigned.`, scenario.version + 1)
  })

/** Deletes a scenario: its maker at any time, an admin who has no conflict with a proposal in it. */
export const deleteScenario = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { scenario, stands } = await hold(tx, id)
    const own = scenario.made_by.id === tx.actor.id
    tx.refuse(own ? null : whyNotDelete(await findConflictingIds(tx, tx.actor, proposalsOf(stands))))
    await queries.removeScenario(tx, id)
    const { name, note, grid, term_id } = scenario
    await tx.audit('scenario.delete', scenario, null, { name, note, grid, term_id, items: told(stands) })
    return done(`The scenario '${name}' has been deleted.`)
  })
