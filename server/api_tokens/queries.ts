import { sql } from 'kysely'
import type { Scope } from '#domain/access.ts'
import type { Db } from '../platform/context.ts'
import { lacksRequiredFactor } from '../platform/session.ts'

export const findTokens = (db: Db, now: Date) =>
  db
    .selectFrom('api_tokens as t')
    .innerJoin('users', 'users.id', 't.user_id')
    .leftJoin('users as revoker', 'revoker.id', 't.revoked_by')
    .select(['t.id', 't.name', 't.ending', 't.scopes', 't.created_at', 't.expires_at', 't.last_used_at'])
    .select(['t.revoked_at', 't.revoked_why', 'revoker.name as revoker'])
    .select(['users.id as maker_id', 'users.name as maker_name', 'users.disabled'])
    .select(['users.is_administration_office as office', lacksRequiredFactor.as('owes_second_factor')])
    .orderBy(sql`(t.revoked_at is null and t.expires_at > ${now.toISOString()}::timestamptz)`, 'desc')
    .orderBy('t.id', 'desc')
    .execute()

export const countActive = async (tx: Db, user_id: number, now: Date) =>
  (
    await tx
      .selectFrom('api_tokens')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('user_id', '=', user_id)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', now.toISOString())
      .executeTakeFirstOrThrow()
  ).count

interface NewToken {
  user_id: number
  name: string
  token_hash: string
  ending: string
  scopes: Scope[]
  created_at: string
  expires_at: string
}

export const insertToken = (tx: Db, token: NewToken) =>
  tx.insertInto('api_tokens').values(token).returning('id').executeTakeFirstOrThrow()

export const lockToken = (tx: Db, id: number) =>
  tx
    .selectFrom('api_tokens')
    .select(['id', 'name', 'ending', 'revoked_at'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

export const setRevoked = (tx: Db, id: number, revoked_by: number, at: Date) =>
  tx
    .updateTable('api_tokens')
    .set({ revoked_at: at.toISOString(), revoked_by, revoked_why: 'revoked' })
    .where('id', '=', id)
    .execute()
