import { type Insertable, sql } from 'kysely'
import type { RelationKind } from '#domain/conflicts/status.ts'
import type { Db } from '../platform/context.ts'
import type { DeclaredRelations } from '../platform/database/tables.gen.ts'

const relations = (db: Db) =>
  db
    .selectFrom('declared_relations as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('users as b', 'b.id', 'r.declared_by')
    .select(['r.id', 'r.user_id', 'u.name as user_name', sql<RelationKind>`r.kind`.as('kind')])
    .select(['r.name', 'r.email', 'r.from_year', 'r.until_year', 'r.note'])
    .select(['b.name as declared_by', 'r.declared_at'])
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .orderBy('r.id')

/** SQL: the relation is to the user, by any address that they have or had. */
const isTo = (user_id: number) => sql<boolean>`exists (
  select from user_addresses a where a.user_id = ${user_id} and lower(a.email) = lower(r.email))`

export const findOwnRelations = (db: Db, user_id: number) =>
  relations(db).where('r.user_id', '=', user_id).execute()

/** Everyone's, except those of others to the viewer. */
export const findRelationsUnlessTo = (db: Db, viewer_id: number) =>
  relations(db)
    .where(sql<boolean>`(r.user_id = ${viewer_id} or not ${isTo(viewer_id)})`)
    .execute()

export const insertRelation = (tx: Db, relation: Insertable<DeclaredRelations>) =>
  tx.insertInto('declared_relations').values(relation).returning('id').executeTakeFirstOrThrow()

export const deleteRelation = (tx: Db, id: number) =>
  tx.deleteFrom('declared_relations').where('id', '=', id).execute()
