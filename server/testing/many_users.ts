import { sql } from 'kysely'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'

/** Creates users 'Guest 1' and so on in one statement. */
export async function createUsers(db: Db, count: number): Promise<Actor[]> {
  const { rows } = await sql<{ id: number; email: string; name: string }>`
    insert into users (first_name, last_name, email, affiliation, is_proposer)
    select 'Guest', n, 'guest' || n || '@example.org', 'Institute ' || n, true from generate_series(1, ${count}::int) n
    returning id, email, name`.execute(db)
  return rows.map((row) => ({ ...row, roles: ['proposer'] }))
}
