import { done, saved } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import type { NewSavedView, SavedView, SavedViewInput } from '#domain/saved_views/contract.ts'
import {
  MAX_VIEWS,
  mayChange,
  mayOpen,
  mayRead,
  type ViewedPath,
  whyNotForAll,
} from '#domain/saved_views/rules.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import { addView, changeView, countOthers, findViews, lockList, lockView, removeView } from './queries.ts'

/** The actor's own views of a list and the office's. Throws 'forbidden' if the actor may not open the list. */
export async function listViews({ db, actor }: Ctx, list: ViewedPath): Promise<SavedView[]> {
  if (!mayOpen(actor.roles, list)) throw forbidden()
  return (await findViews(db, list, actor.id)).map(({ owner_id, ...view }) => ({
    ...view,
    for_all: owner_id === null,
    writable: mayChange(actor, { owner_id }),
  }))
}

const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })

type Place = Parameters<typeof countOthers>[1]

/** Throws 'invalid' where the name is taken or there are too many views already. */
async function requireRoom(tx: Tx, place: Place) {
  await lockList(tx, place.list)
  const { count, named } = await countOthers(tx, place)
  if (named) throw invalid({ name: 'This list already has a view of this name.' })
  if (count >= MAX_VIEWS) throw invalid({ name: `A list has at most ${MAX_VIEWS} views. Delete one first.` })
}

/** Throws 'forbidden' if the actor may not open the list, 'invalid' where the name is taken. */
export const createView = (ctx: Ctx, { list, name, for_all, search }: NewSavedView) =>
  ctx.write(async (tx) => {
    if (!mayOpen(tx.actor.roles, list)) throw forbidden()
    tx.refuse(whyNotForAll(tx.actor, for_all))
    const owner_id = for_all ? null : tx.actor.id
    await requireRoom(tx, { list, owner_id, name })
    const view = { list, name, owner_id, search: JSON.stringify(search) }
    const added = await addView(tx, { ...view, ...saving(tx) })
    await tx.audit('view.add', added, { list, name, for_all, search })
    return { ...saved(`The view ${name} has been saved.`, 1), id: added.id }
  })

/** Throws 'missing' for what the actor may not read, 'forbidden' for what they may not change. */
async function lockOwnView(tx: Tx, id: number) {
  const view = await lockView(tx, id)
  if (!view || !mayRead(tx.actor, view)) throw notFound()
  if (!mayChange(tx.actor, view)) throw forbidden()
  return view
}

/** Throws 'stale' if someone else has saved the view since it was loaded. */
export const saveView = (ctx: Ctx, id: number, { version, name, for_all, search }: SavedViewInput) =>
  ctx.write(async (tx) => {
    const view = await lockOwnView(tx, id)
    tx.refuse(whyNotForAll(tx.actor, for_all))
    requireVersion('This view', version, { ...view, saved_by: view.saved_by, saved_at: view.updated_at })
    const owner_id = for_all ? null : tx.actor.id
    await requireRoom(tx, { list: view.list, owner_id, name, id })
    await changeView(tx, id, { name, owner_id, search: JSON.stringify(search), ...saving(tx) })
    const before = { name: view.name, for_all: view.owner_id === null, search: view.search }
    await tx.audit('view.edit', { id }, { name, for_all, search }, before)
    return saved(`The view ${name} has been saved.`, view.version + 1)
  })

export const deleteView = commandOn(lockOwnView)(
  () => null,
  async (tx, { id, list, name, owner_id, search }) => {
    await removeView(tx, id)
    await tx.audit('view.delete', { id }, null, { list, name, for_all: owner_id === null, search })
    return done(`The view ${name} has been deleted.`)
  },
)
