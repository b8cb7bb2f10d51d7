import { forbidden, missing } from '#domain/errors.ts'
import { mayRead, targetsOf } from '#domain/information/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { findInformation, findPublished } from './queries.ts'

/** The announcements to the viewer, newest first. */
export const myInformation = (ctx: Ctx) => findPublished(ctx.db, targetsOf(ctx.actor.roles))

/** One announcement. Throws 'missing', or 'forbidden' where it is not for the viewer. */
export async function showInformation(ctx: Ctx, id: number) {
  const item = await findInformation(ctx.db, id)
  if (!item) throw missing()
  if (!mayRead(ctx.actor.roles, item)) throw forbidden()
  return item
}
