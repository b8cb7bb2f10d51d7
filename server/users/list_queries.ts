import { sql } from 'kysely'
import type { UserFilter } from '#domain/users/contract.ts'
import * as ask from '../platform/asks.ts'
import type { Db } from '../platform/context.ts'
import { fits, order, pageOf } from '../platform/lists.ts'
import { disabled } from '../platform/sql.ts'

/** The users that a filter finds, by id. */
const matching = (db: Db, f: UserFilter) =>
  db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', disabled('u')])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_proposer'])
    .select(sql<boolean>`u.deleted_at is not null`.as('deleted'))
    .where(
      fits(f, {
        ids: ask.among('u.id'),
        ...ask.person('u'),
        ...ask.anyTicked({
          is_admin: 'u.is_administration_office',
          is_panel: 'u.is_panel',
          is_reviewer: 'u.is_reviewer',
          is_proposer: 'u.is_proposer',
        }),
        status: (status) =>
          status === 'active' || status === 'disabled' ? sql`u.disabled = ${status === 'disabled'}` : null,
      }),
    )
    .orderBy(order(f, sql`u.id`, { ...ask.personSorts('u'), id: 'u.id' }))

/** A page of users. */
export const findUsers = (db: Db, filter: UserFilter) => pageOf(matching(db, filter), filter)

/** The users that a filter finds and who have an address, through a cursor. */
export const streamUsers = (db: Db, filter: UserFilter) =>
  matching(db, filter).where('u.deleted_at', 'is', null).stream(200)
