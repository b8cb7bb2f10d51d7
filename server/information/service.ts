import { asBit, done, saved } from '#domain/endpoint.ts'
import { forbidden, notFound } from '#domain/errors.ts'
import type { InformationInput, NewInformation } from '#domain/information/contract.ts'
import { mayRead, targetsOf, whyNotDelete } from '#domain/information/rules.ts'
import { type Ctx, commandOn, type Tx } from '../platform/context.ts'
import { requireVersion } from '../platform/version_conflict.ts'
import {
  addInformation,
  changeInformation,
  findAll,
  findInformation,
  findPublished,
  lockInformation,
  removeInformation,
} from './queries.ts'

/** The published announcements for the actor's roles, newest first. */
export const listOwnInformation = (ctx: Ctx) => findPublished(ctx.db, targetsOf(ctx.actor.roles))

/** One announcement for its readers. Throws 'missing', or 'forbidden' if the actor may not read it. */
export async function showInformation(ctx: Ctx, id: number) {
  const item = await findInformation(ctx.db, id)
  if (!item) throw notFound()
  if (!mayRead(ctx.actor.roles, item)) throw forbidden()
  return item
}

const withBit = <Item extends { published: boolean }>(item: Item) => ({
  ...item,
  published: asBit(item.published),
})

/** Every announcement, for the office, newest first. */
export const listInformation = async (ctx: Ctx) => (await findAll(ctx.db)).map(withBit)

/** One announcement, for the office. Throws 'missing'. */
export async function getInformation(ctx: Ctx, id: number) {
  const item = await findInformation(ctx.db, id)
  if (!item) throw notFound()
  return withBit(item)
}

const saving = (tx: Tx) => ({ updated_by: tx.actor.id, updated_at: tx.now().toISOString() })

/** Adds an announcement, by default dated today. */
export const addAnnouncement = (ctx: Ctx, { date, ...input }: NewInformation) =>
  ctx.write(async (tx) => {
    const item = { ...input, date: date ?? tx.now().toISOString().slice(0, 10) }
    const added = await addInformation(tx, { ...item, ...saving(tx) })
    await tx.audit('information.add', added, item)
    return { ...done('Saved successfully'), id: added.id }
  })

async function lockAnnouncement(tx: Tx, id: number) {
  const item = await lockInformation(tx, id)
  if (!item) throw notFound()
  return item
}

/** Throws 'stale' if someone else has saved the announcement since the form was loaded. */
export const saveAnnouncement = (ctx: Ctx, id: number, { version, ...input }: InformationInput) =>
  ctx.write(async (tx) => {
    const item = await lockAnnouncement(tx, id)
    requireVersion('This announcement', version, { ...item, saved_at: item.updated_at })
    await changeInformation(tx, id, { ...input, ...saving(tx) })
    await tx.audit('information.edit', { id }, input, item)
    return saved('Saved successfully', item.version + 1)
  })

export const deleteAnnouncement = commandOn(lockAnnouncement)(whyNotDelete, async (tx, item) => {
  const { title, target, content, url, date } = item
  await removeInformation(tx, item.id)
  await tx.audit('information.delete', item, null, { title, target, content, url, date })
  return done('The announcement has been deleted.')
})
