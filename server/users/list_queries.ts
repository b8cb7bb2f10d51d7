import { type Expression, type SqlBool, sql } from 'kysely'
import { ticked } from '#domain/filters.ts'
import type { UserFilter } from '#domain/users/contract.ts'
import type { Db } from '../platform/context.ts'
import { holds } from '../platform/sql.ts'

const FLAG = {
  is_admin: 'u.is_administration_office',
  is_panel: 'u.is_panel',
  is_reviewer: 'u.is_reviewer',
  is_proposer: 'u.is_proposer',
} as const

/** The users that a filter finds, by id. */
function matching(db: Db, f: UserFilter) {
  const roles = ticked(f, ['is_admin', 'is_panel', 'is_reviewer', 'is_proposer'])
  return db
    .selectFrom('users as u')
    .select(['u.id', 'u.name', 'u.email', 'u.affiliation', 'u.disabled'])
    .select(['u.is_administration_office', 'u.is_panel', 'u.is_reviewer', 'u.is_proposer'])
    .where(({ and, eb, or }) => {
      const all: Expression<SqlBool>[] = []
      for (const column of ['name', 'email', 'affiliation'] as const)
        if (f[column] !== '') all.push(holds(`u.${column}`, f[column]))
      if (f.status === 'active' || f.status === 'disabled')
        all.push(eb('u.disabled', '=', f.status === 'disabled'))
      if (roles) all.push(or(roles.map((role) => eb(sql.ref<boolean>(FLAG[role]), '=', true))))
      return and(all)
    })
    .orderBy('u.id')
}

/** All users that a filter finds, through a cursor. */
export const streamUsers = (db: Db, filter: UserFilter) => matching(db, filter).stream(200)
