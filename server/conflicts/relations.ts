import type { DeclaredRelation, RelationInput } from '#domain/conflicts/contract.ts'
import { comparedName, isNamesake } from '#domain/conflicts/names.ts'
import { whyNotRecordFor } from '#domain/conflicts/rules.ts'
import { done } from '#domain/endpoint.ts'
import { forbidden, invalid, notFound } from '#domain/errors.ts'
import { type Actor, isOffice } from '#domain/session/actor.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { findUser } from './queries.ts'
import {
  deleteRelation,
  findOwnRelations,
  findRelationsUnlessTo,
  insertRelation,
} from './relation_queries.ts'

/**
 * The actor's own relations; for the office those of everyone (`all`), except relations to the actor: nobody learns what
 * others have declared about them.
 */
export async function listRelations(db: Db, actor: Actor, all: boolean): Promise<DeclaredRelation[]> {
  if (!all || !isOffice(actor)) return findOwnRelations(db, actor.id)
  const rows = await findRelationsUnlessTo(db, actor.id)
  const own = nameOf(actor.name)
  return rows.filter(({ user_id, name }) => user_id === actor.id || !isNamesake(nameOf(name), own))
}

const nameOf = (name: string) => comparedName({ first_name: name, last_name: '' })

/** Declares a relation to someone: the caller's own, or another's for the office. Throws 'forbidden' and 'invalid'. */
export const declareRelation = (ctx: Ctx, { user_id = ctx.actor.id, ...relation }: RelationInput) =>
  ctx.write(async (tx) => {
    const own = user_id === tx.actor.id
    if (!own) await requireConcernedUser(tx, tx.actor, user_id)
    const declared_at = tx.now().toISOString()
    const { id } = await insertRelation(tx, { ...relation, user_id, declared_by: tx.actor.id, declared_at })
    await tx.audit('relation.declare', { id }, { user_id, kind: relation.kind })
    return done(`The relation to ${relation.name} has been ${own ? 'declared' : 'recorded'}.`)
  })

async function requireConcernedUser(tx: Db, actor: Actor, user_id: number) {
  if (!isOffice(actor)) throw forbidden()
  const user = await findUser(tx, user_id)
  const why = user ? whyNotRecordFor(user) : 'There is no such user.'
  if (why) throw invalid({ user_id: why })
}

/** Removes a relation: an own one, or any for the office that it may see. Throws 'missing' and 'forbidden'. */
export const removeRelation = (ctx: Ctx, id: number) =>
  ctx.write(async (tx) => {
    const visible = await listRelations(tx, tx.actor, true)
    const relation = visible.find((one) => one.id === id)
    if (!relation) throw notFound()
    const { user_id, kind } = relation
    await deleteRelation(tx, id)
    await tx.audit('relation.remove', { id }, null, { user_id, kind })
    return done(`The relation to ${relation.name} has been removed.`)
  })
