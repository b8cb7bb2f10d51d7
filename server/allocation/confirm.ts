import type { ConfirmOutcome } from '#domain/allocation/contract.ts'
import {
  type Obstacle,
  obstaclesTo,
  type Pair,
  type Step,
  stepOf,
  whyConflicted,
  whyNotConfirm,
  whyNotReturn,
  whyNotSecond,
} from '#domain/allocation/rules.ts'
import { CONFIRMED } from '#domain/allocation/status.ts'
import { done } from '#domain/endpoint.ts'
import { invalid, notFound, refusal } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { termLabel } from '#domain/masters/values.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { findConflictingIds, lockForAllocation } from '../proposals/shared_queries.ts'
import { lockSamples, writtenOffSamples } from '../samples/service.ts'
import { lockTerm } from '../terms/service.ts'
import { requiresTwo } from '../users/shared_queries.ts'
import {
  addPairs,
  findAssignment,
  findOfSamples,
  hasReleasedResult,
  lockAssignments,
  setCancelled,
  setConfirmed,
  setProposed,
  setUnproposed,
} from './queries.ts'
import { recordChanges } from './service.ts'

/** Locks terms and their assignments, and returns why one of the terms is read-only, or null. */
async function lockOpenTerms(tx: Tx, term_ids: readonly number[]): Promise<string | null> {
  for (const id of [...new Set(term_ids)].sort((a, b) => a - b)) {
    const closed = whyReadOnly(await lockTerm(tx, id))
    if (closed) return closed
    await lockAssignments(tx, id)
  }
  return null
}

interface Expected {
  /** If given, all pairs must belong to this term. */
  term_id?: number | undefined
  /** The step that the screen announced; any other step is refused. */
  step?: Step | undefined
}

/**
 * Confirms assigned pairs: all of them, or none with every obstacle named. Where two people are required, pairs that no one
 * has proposed are proposed, and those proposed by someone else are confirmed. A sample is confirmed at most once: its row
 * is locked, and a unique index enforces it.
 */
export const confirmPairs = (ctx: Ctx, pairs: Pair[], { term_id, step: expected }: Expected) =>
  ctx.write(async (tx): Promise<ConfirmOutcome> => {
    const proposal_ids = pairs.map((pair) => pair.proposal_id)
    const proposals = await lockForAllocation(tx, proposal_ids)
    const closed = await lockOpenTerms(
      tx,
      term_id === undefined ? proposals.map((p) => p.term_id) : [term_id, ...proposals.map((p) => p.term_id)],
    )
    tx.refuse(closed)
    if (term_id !== undefined) requireTerm(pairs, proposals, term_id)
    const sample_ids = pairs.map((pair) => pair.sample_id)
    const names = new Map((await lockSamples(tx, sample_ids)).map(({ id, name }) => [id, name]))
    const assignments = await findOfSamples(tx, sample_ids)
    const keys = new Set(pairs.map(({ sample_id, proposal_id }) => `${sample_id} ${proposal_id}`))
    const chosen = assignments.filter((a) => keys.has(`${a.sample_id} ${a.proposal_id}`))
    const twoToConfirm = await requiresTwo(tx)
    const step = stepOf(chosen, twoToConfirm)
    const written_off = await writtenOffSamples(tx, sample_ids)
    const nameOf = (id: number) => names.get(id) ?? `Sample ${id}`
    const args = [pairs, assignments, nameOf, step, written_off] as const
    const why = whyNotConfirm(...args)
    if (why) throw refusal(why, { obstacles: obstaclesTo(...args) })
    const whyNot = twoToConfirm && step === 'confirm' ? whyNotSecond(chosen, tx.actor) : null
    if (whyNot) throw refusal(whyNot, { obstacles: unproposedObstacles(chosen) })
    tx.refuse(
      whyNotExpected(step, expected) ?? whyConflicted(await findConflictingIds(tx, tx.actor, proposal_ids)),
    )
    const ids = chosen.map(({ main_key }) => main_key)
    const terms = groupBy(chosen, (a) => a.term_id)
    if (step === 'propose') {
      await setProposed(tx, ids, tx.actor.id, tx.now())
      for (const [term, proposed] of terms) await recordChanges(tx, 'allocation.propose', term, { proposed })
      return done(
        'The assignments have been proposed for confirmation; another member of the office confirms them.',
      )
    }
    await setConfirmed(tx, ids, tx.actor.id, tx.now(), twoToConfirm)
    for (const [term, confirmed] of terms) await recordChanges(tx, 'allocation.confirm', term, { confirmed })
    return done('The assignments have been confirmed.')
  })

/** The pairs that no one has proposed, for instance because the proposal was taken back meanwhile. */
const unproposedObstacles = (chosen: Awaited<ReturnType<typeof findOfSamples>>): Obstacle[] =>
  chosen
    .filter(({ proposed_by_id }) => proposed_by_id === null)
    .map(({ sample_id, proposal_id, name }) => ({
      sample_id,
      proposal_ids: [proposal_id],
      why: `${name} is not proposed for proposal ${proposal_id}.`,
    }))

/** Why the step differs from the one that the screen announced, or null. */
const whyNotExpected = (step: Step, expected: Step | undefined) =>
  expected === undefined || expected === step
    ? null
    : `Something changed since you loaded this list: these assignments would now be ${step === 'propose' ? 'proposed for confirmation' : 'confirmed'}. Nothing was done. Please check the list again.`

function requireTerm(pairs: Pair[], proposals: { id: number; term_id: number }[], term_id: number) {
  const ofTerm = new Set(proposals.filter((p) => p.term_id === term_id).map(({ id }) => id))
  const errors = pairs.flatMap(({ proposal_id }, i) =>
    ofTerm.has(proposal_id)
      ? []
      : [[`${i}.proposal_id`, `Proposal ${proposal_id} is not one of ${termLabel(term_id)}.`]],
  )
  if (errors.length > 0) throw invalid(Object.fromEntries(errors))
}

/** Cancels the confirmation of an assignment or, where two people are required, takes back the proposal to confirm it. */
export const cancelConfirmation = (ctx: Ctx, main_key: number) =>
  ctx.write(async (tx) => {
    const unlocked = await findAssignment(tx, main_key)
    if (!unlocked) throw notFound()
    await lockForAllocation(tx, [unlocked.proposal_id])
    tx.refuse(await lockOpenTerms(tx, [unlocked.term_id]))
    await lockSamples(tx, [unlocked.sample_id])
    const assignment = await findAssignment(tx, main_key)
    if (!assignment) throw notFound()
    tx.refuse(
      assignment.ended_at &&
        `${assignment.name} came back and is offered again: its confirmation stays on record.`,
    )
    tx.refuse(
      whyNotReturn(assignment, await requiresTwo(tx)) ??
        whyConflicted(await findConflictingIds(tx, tx.actor, [assignment.proposal_id])),
    )
    const { term_id, status } = assignment
    if (status === CONFIRMED) {
      const { proposal_id } = assignment
      tx.refuse(
        (await hasReleasedResult(tx, proposal_id))
          ? `The result of proposal ${proposal_id} is released: begin a correction of it to take the sample back.`
          : null,
      )
      await setCancelled(tx, [main_key], tx.now())
      await recordChanges(tx, 'allocation.cancel_confirm', term_id, { returned: [assignment] })
      return done('The confirmation has been cancelled.')
    }
    await setUnproposed(tx, [main_key])
    await recordChanges(tx, 'allocation.cancel_propose', term_id, { taken_back: [assignment] })
    return done('The proposal to confirm has been withdrawn.')
  })

/** Why a correction of a result cannot add a sample, or null. */
export async function whyNotAdd(tx: Tx, proposal_id: number, sample_id: number): Promise<string | null> {
  const [sample] = await lockSamples(tx, [sample_id])
  if (!sample) return 'This sample does not exist.'
  const holder = (await findOfSamples(tx, [sample_id])).find(
    (one) => one.status === CONFIRMED && one.ended_at === null && one.proposal_id !== proposal_id,
  )
  return holder ? `${sample.name} is confirmed for another proposal.` : null
}

/**
 * Confirms samples that the correction of a released result adds, also in a closed term. The caller has locked the proposal
 * and written that the correction is released. Throws 'refused' if one is confirmed for another proposal.
 */
export async function confirmForCorrection(
  tx: Tx,
  {
    proposal_id,
    term_id,
    sample_ids,
  }: { proposal_id: number; term_id: number; sample_ids: readonly number[] },
) {
  await lockAssignments(tx, term_id)
  for (const sample_id of [...sample_ids].sort((a, b) => a - b))
    tx.refuse(await whyNotAdd(tx, proposal_id, sample_id))
  await addPairs(
    tx,
    sample_ids.map((sample_id) => ({ sample_id, proposal_id })),
    tx.now(),
  )
  const confirmed = (await findOfSamples(tx, sample_ids)).filter(
    (one) => one.proposal_id === proposal_id && one.status !== CONFIRMED,
  )
  await setConfirmed(
    tx,
    confirmed.map(({ main_key }) => main_key),
    tx.actor.id,
    tx.now(),
    false,
  )
  await recordChanges(tx, 'allocation.confirm', term_id, { confirmed })
}
