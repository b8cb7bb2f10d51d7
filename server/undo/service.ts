import { done } from '#domain/endpoint.ts'
import { notFound } from '#domain/errors.ts'
import type { KeptAct } from '#domain/undo/contract.ts'
import { ALREADY_WAITING, type KeptActFacts, whyNotSettle, whyNotUndo } from '#domain/undo/rules.ts'
import { keptActState } from '#domain/undo/status.ts'
import { getSetting } from '../masters/settings.ts'
import { type Ctx, commandOn, type Db, type Tx } from '../platform/context.ts'
import { auditObjects } from './keep.ts'
import { claimObjects, deleteAct, deleteDone, findActs, lockAct, updateAct } from './queries.ts'

/** How long one's own acts stay listed once they are done. */
const SHOWN_DONE_MS = 60 * 1000

/** The acts that the actor may see, first those that are due first. */
export async function listActs(ctx: Ctx): Promise<KeptAct[]> {
  const now = ctx.now()
  const found = await findActs(ctx.db, ctx.actor, new Date(+now - SHOWN_DONE_MS))
  return found.map(
    ({ id, description, due_at, state, outcome, scheduled, user_id, user_name, created_at }) => ({
      id,
      description,
      due_at,
      seconds: Math.max(0, Math.ceil((Date.parse(due_at) - +now) / 1000)),
      state,
      outcome,
      scheduled,
      by: { id: user_id, name: user_name },
      pressed_at: created_at,
    }),
  )
}

/** Forgets acts that were done and are no longer listed. */
export const deleteDoneActs = (db: Db, now: Date) => deleteDone(db, new Date(+now - SHOWN_DONE_MS))

/** The acts that the actor may see and that were refused or are held. */
export const findUnsettledActs = async ({ db, actor, now }: Ctx) =>
  (await findActs(db, actor, now())).filter(
    ({ state }) => state === keptActState.code.REFUSED || state === keptActState.code.HELD,
  )

async function lockVisible(tx: Tx, id: number) {
  const act = await lockAct(tx, tx.actor, id)
  if (!act) throw notFound()
  return act
}
const factsOf = ({ state, user_id, user_name }: Awaited<ReturnType<typeof lockVisible>>): KeptActFacts => ({
  state,
  user_id,
  user_name,
})

/** Undoes one's own act before it is carried out. Throws 'missing'. */
export const undoAct = commandOn(lockVisible)(
  (act, tx) => whyNotUndo(factsOf(act), tx.actor.id),
  async (tx, act) => {
    await deleteAct(tx, act.id)
    await auditObjects(tx, 'undo', act.objects)
    return done(`Undone, nothing was sent: ${act.description}.`)
  },
)

/** Removes a refused or held act. Throws 'missing'. */
export const dismissAct = commandOn(lockVisible)(
  (act) => whyNotSettle(factsOf(act)),
  async (tx, act) => {
    await deleteAct(tx, act.id)
    await auditObjects(tx, 'dismiss', act.objects)
    return done(`Dismissed, nothing was sent: ${act.description}.`)
  },
)

/** Lets a refused or held act wait again, in the name of the actor. Throws 'missing'. */
export const resumeAct = commandOn(lockVisible)(
  (act) => whyNotSettle(factsOf(act)),
  async (tx, act) => {
    if (!(await claimObjects(tx, act.id))) return tx.refuse(ALREADY_WAITING('Someone'))
    const seconds = await getSetting(tx, 'undo_seconds')
    const due_at = new Date(+tx.now() + seconds * 1000).toISOString()
    await updateAct(tx, act.id, {
      user_id: tx.actor.id,
      state: keptActState.code.WAITING,
      outcome: null,
      ended_at: null,
      scheduled: false,
      tries: 0,
      due_at,
    })
    await auditObjects(tx, 'defer', act.objects, { due_at })
    return done(`About to ${act.description}.`)
  },
)
