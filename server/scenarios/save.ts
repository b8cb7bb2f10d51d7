import { EVERY_TYPE, type Grid, typesOf } from '#domain/allocation/grid.ts'
import { type AssignmentContext, distinctPairs, type Pair, whyNotAssign } from '#domain/allocation/rules.ts'
import { done, saved } from '#domain/endpoint.ts'
import { forbidden, invalid, MAX_ERRORS, notFound } from '#domain/errors.ts'
import type { SampleType } from '#domain/masters/values.ts'
import { benefitsOf, figuresOf, withConfirmed } from '#domain/scenarios/compare.ts'
import type { NewScenario, ScenarioInput, ScenarioItem } from '#domain/scenarios/input.ts'
import { mayChange, whyNotAllocate, whyNotDelete } from '#domain/scenarios/rules.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { assignmentsOfTerm, gridRows } from '../allocation/service.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { findConflictingIds, lockForAllocation } from '../proposals/shared_queries.ts'
import { samplesByIds } from '../samples/service.ts'
import { lockTerm } from '../terms/service.ts'
import * as queries from './queries.ts'
import { itemsByScenario } from './service.ts'

/** Where the items of a body belong: a term, and one grid or all. */
type Place = { grid?: Grid | undefined; term_id: number }

const updateColumns = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })
const key = ({ sample_id, proposal_id }: Pair) => `${sample_id} ${proposal_id}`
const proposalsOf = (items: readonly Pair[]) => [...new Set(items.map(({ proposal_id }) => proposal_id))]

/** Throws 'invalid' when another scenario of the term has the name. */
async function requireFreeName(tx: Tx, term_id: number, name: string, own?: number) {
  const same = await queries.findScenarioByName(tx, { term_id, name })
  if (same && same.id !== own) throw invalid({ name: 'A scenario of this term already has this name.' })
}

const isOf = (grid: Grid, { sample_type }: { sample_type: SampleType }) => typesOf[grid].includes(sample_type)

/** `items` with the assignments of `stored` in the other grids, if they are those of one grid. */
const withOtherGrids = (
  grid: Grid | undefined,
  items: readonly ScenarioItem[],
  stored: readonly (ScenarioItem & { sample_type: SampleType })[],
): ScenarioItem[] =>
  grid === undefined ? [...items] : [...items, ...stored.filter((one) => !isOf(grid, one))]

/** Stores the figures that the scenario has now. Scores are read for the term, because readers see different ones. */
async function keepFigures(tx: Tx, scenario: { id: number; term_id: number }) {
  const scores = new Map(
    (await queries.findGlobalScores(tx, scenario.term_id)).map(({ id, global_score }) => [id, global_score]),
  )
  const rows = (await gridRows(tx, tx.actor, scenario.term_id)).map((row) => ({
    ...row,
    global_score: scores.get(row.id) ?? null,
  }))
  const items = (await itemsByScenario(tx, [scenario])).get(scenario.id) ?? []
  const side = withConfirmed(
    rows,
    items.filter(({ gone }) => gone === null),
  )
  const { benefit: _, ...figures } = figuresOf(rows, side)
  await queries.setFigures(tx, scenario.id, { ...figures, benefits: benefitsOf(rows, side) })
}

type LockedProposals = Awaited<ReturnType<typeof lockForAllocation>>

/**
 * Throws 'invalid' with the items that may not be assigned, by position, at most MAX_ERRORS of them. Items that are already
 * `stored` are not checked again.
 */
async function requireItems(
  tx: Tx,
  place: Place,
  items: readonly ScenarioItem[],
  lockedProposals: LockedProposals,
  stored: Pair[],
) {
  const ids = [...new Set(items.map(({ sample_id }) => sample_id))]
  const samples = new Map((await samplesByIds(tx, ids)).map((sample) => [sample.id, sample]))
  const promised = new Map((await queries.findConfirmed(tx, ids)).map((pair) => [pair.sample_id, pair]))
  const proposals = new Map(lockedProposals.map((proposal) => [proposal.id, proposal]))
  const storedKeys = new Set(stored.map(key))
  const errors: Record<string, string> = {}
  for (const [i, item] of items.entries()) {
    if (storedKeys.has(key(item))) continue
    const context: AssignmentContext = {
      types: typesOf[place.grid ?? EVERY_TYPE],
      term_id: place.term_id,
      sample: samples.get(item.sample_id),
      proposal: proposals.get(item.proposal_id),
      promised: promised.get(item.sample_id),
    }
    const error = whyNotAssign(item, context)
    if (error) errors[`items.${i}.${error[0]}`] = error[1]
    if (Object.keys(errors).length === MAX_ERRORS) break
  }
  if (Object.keys(errors).length > 0) throw invalid(errors)
}

/**
 * The assignments to store: for proposals with which the actor has a conflict of interest, the stored ones replace those
 * sent. Throws 'refused' when `items` adds one to such a proposal.
 */
async function withoutConflicts(tx: Tx, items: readonly ScenarioItem[], stored: readonly ScenarioItem[]) {
  const conflicts = await findConflictingIds(tx, tx.actor, proposalsOf([...items, ...stored]))
  const storedKeys = new Set(stored.map(key))
  const conflicting = new Set(conflicts)
  const added = items.filter((item) => conflicting.has(item.proposal_id) && !storedKeys.has(key(item)))
  tx.refuse(whyNotAllocate(conflicts.filter((id) => added.some(({ proposal_id }) => proposal_id === id))))
  return distinctPairs([
    ...items.filter(({ proposal_id }) => !conflicting.has(proposal_id)),
    ...stored.filter(({ proposal_id }) => conflicting.has(proposal_id)),
  ])
}

const toAuditItems = (items: readonly ScenarioItem[]) =>
  items.map(({ sample_id, proposal_id, priority = null }) => ({ sample_id, proposal_id, priority }))

/**
 * Stores a set of assignments under a name. Proposals with which the author has a conflict of interest keep their present
 * assignments.
 */
export const createScenario = (ctx: Ctx, { items: sent, grid, ...scenario }: NewScenario) =>
  ctx.write(async (tx) => {
    const lockedProposals = await lockForAllocation(tx, proposalsOf(sent))
    tx.refuse(whyReadOnly(await lockTerm(tx, scenario.term_id)))
    await requireFreeName(tx, scenario.term_id, scenario.name)
    const assigned = await assignmentsOfTerm(tx, scenario.term_id)
    const inGrid = grid === undefined ? assigned : assigned.filter((one) => isOf(grid, one))
    await requireItems(tx, { ...scenario, grid }, sent, lockedProposals, inGrid)
    const items = withOtherGrids(grid, sent, assigned)
    const allowed = await withoutConflicts(tx, items, assigned)
    const created = { ...updateColumns(tx), made_by: tx.actor.id, created_at: tx.now().toISOString() }
    const { id } = await queries.insertScenario(tx, { ...scenario, ...created })
    await queries.replaceItems(tx, id, allowed)
    await keepFigures(tx, { id, term_id: scenario.term_id })
    await tx.audit('scenario.add', { id }, { ...scenario, items: toAuditItems(allowed) })
    return { ...saved(`The scenario '${scenario.name}' has been kept. Nothing was assigned.`, 1), id }
  })

/** Locks the proposals of `items`, the term and then the scenario, and returns it with its assignments. */
async function lockScenario(tx: Tx, id: number, items: readonly ScenarioItem[] = []) {
  const unlocked = await queries.findScenario(tx, id)
  if (!unlocked) throw notFound()
  if (!mayChange(tx.actor, unlocked)) throw forbidden()
  const lockedProposals = await lockForAllocation(tx, proposalsOf(items))
  tx.refuse(whyReadOnly(await lockTerm(tx, unlocked.term_id)))
  const scenario = await queries.lockScenario(tx, id)
  if (!scenario) throw notFound()
  return { scenario, lockedProposals, stored: await queries.findItems(tx, [id]) }
}

/** Changes a scenario; without `items` its assignments stay. Throws 'stale' when someone else has saved it meanwhile. */
export const saveScenario = (ctx: Ctx, id: number, { version, items, grid, ...input }: ScenarioInput) =>
  ctx.write(async (tx) => {
    const { scenario, lockedProposals, stored } = await lockScenario(tx, id, items)
    requireVersion('This scenario', version, { ...scenario, saved_at: scenario.updated_at })
    await requireFreeName(tx, scenario.term_id, input.name, id)
    let change: { items?: unknown } = {}
    if (items) {
      const inGrid = grid === undefined ? stored : stored.filter((one) => isOf(grid, one))
      await requireItems(tx, { ...scenario, grid }, items, lockedProposals, inGrid)
      const allowed = await withoutConflicts(tx, withOtherGrids(grid, items, stored), stored)
      await queries.replaceItems(tx, id, allowed)
      await keepFigures(tx, scenario)
      change = { items: toAuditItems(allowed) }
    }
    await queries.updateScenario(tx, id, { ...input, ...updateColumns(tx) })
    await tx.audit(
      'scenario.edit',
      { id },
      { ...input, ...change },
      { name: scenario.name, note: scenario.note, items: toAuditItems(stored) },
    )
    return saved(`The scenario '${input.name}' has been saved. Nothing was assigned.`, scenario.version + 1)
  })

/** Its author may always delete a scenario; another admin only without a conflict of interest with its proposals. */
export const deleteScenario = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const { scenario, stored } = await lockScenario(tx, id)
    const own = scenario.made_by.id === tx.actor.id
    tx.refuse(own ? null : whyNotDelete(await findConflictingIds(tx, tx.actor, proposalsOf(stored))))
    await queries.removeScenario(tx, id)
    const { name, note, term_id } = scenario
    await tx.audit('scenario.delete', { id }, null, {
      name,
      note,
      term_id,
      items: toAuditItems(stored),
    })
    return done(`The scenario '${name}' has been deleted.`)
  })
