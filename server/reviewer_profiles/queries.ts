import { sql } from 'kysely'
import type { Absence, ReviewerProfile } from '#domain/reviewer_profiles/contract.ts'
import type { Db } from '../platform/context.ts'

/** By list: the table of its entries, and the table and column of what reviewers chose. */
const TABLES = {
  keywords: { entries: 'keywords', chosen: 'reviewer_keywords', id: 'keyword_id' },
  methods: { entries: 'analysis_methods', chosen: 'reviewer_methods', id: 'method_id' },
} as const
type List = keyof typeof TABLES

const sqlNames = (list: List) => {
  const { entries, chosen, id } = TABLES[list]
  return { entries: sql.table(entries), chosen: sql.table(chosen), id: sql.ref(id) }
}

/** SQL: what the user `u` chose of a list, in the list's order. */
const chosenBy = (list: List) => {
  const { entries, chosen, id } = sqlNames(list)
  return sql<ReviewerProfile[List]>`coalesce((
    select json_agg(json_build_object('id', e.id, 'name', e.name) order by e.sort, e.id)
    from ${chosen} as c join ${entries} as e on e.id = c.${id} where c.user_id = u.id), '[]'::json)`
}

/** The profile of a reviewer, empty if nobody has saved one, with the absences that end on that day or later. */
export const findReviewerProfile = (db: Db, id: number, from: string) =>
  db
    .selectFrom('users as u')
    .leftJoin('reviewer_profiles as p', 'p.user_id', 'u.id')
    .leftJoin('users as s', 's.id', 'p.saved_by')
    .select(['u.id as user_id', 'u.name', 'p.max_reports', 'p.confirmed_at', 'p.asked_at'])
    .select(['p.saved_by as saved_by_id', 's.name as saved_by'])
    .select([
      sql<string>`coalesce(p.expertise, '')`.as('expertise'),
      sql<number>`coalesce(p.version, 0)`.as('version'),
      sql<string | null>`case when p.version > 0 then p.saved_at end`.as('saved_at'),
      chosenBy('keywords').as('keywords'),
      chosenBy('methods').as('methods'),
      sql<Absence[]>`coalesce((
        select json_agg(json_build_object('from_day', a.from_day, 'until_day', a.until_day) order by a.from_day)
        from reviewer_absences a where a.user_id = u.id and a.until_day >= ${from}::date), '[]'::json)`.as(
        'absences',
      ),
    ])
    .where('u.id', '=', id)
    .where('u.is_reviewer', '=', true)
    .executeTakeFirst()

/** Locks the profile of a user until the transaction ends; where there is none, makes an empty one of version 0. */
export async function lockReviewerProfile(tx: Db, user_id: number): Promise<void> {
  await sql`insert into reviewer_profiles (user_id, version) values (${user_id}, 0) on conflict (user_id) do nothing`.execute(
    tx,
  )
  await tx
    .selectFrom('reviewer_profiles')
    .select('user_id')
    .where('user_id', '=', user_id)
    .forUpdate()
    .execute()
}

/** Those of `ids` that the user may choose, in the list's order: hidden entries only if the user has them already. */
export async function findChoosable(tx: Db, list: List, user_id: number, ids: readonly number[]) {
  const { entries, chosen, id } = sqlNames(list)
  const { rows } = await sql<{ id: number; name: string }>`
    select e.id, e.name from ${entries} as e where e.id = any(${ids}::int[]) and (not e.hidden
      or exists (select from ${chosen} as c where c.${id} = e.id and c.user_id = ${user_id}))
    order by e.sort, e.id`.execute(tx)
  return rows
}

interface ProfileFields {
  keywords: readonly number[]
  methods: readonly number[]
  max_reports: number | null
  expertise: string
  absences: readonly Absence[]
  confirmed_at?: string
}

/** Replaces the profile of a user, which is locked. */
export async function replaceReviewerProfile(
  tx: Db,
  user_id: number,
  { keywords, methods, absences, ...fields }: ProfileFields,
  by: number,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('reviewer_profiles')
    .set({ ...fields, saved_by: by, saved_at: at.toISOString() })
    .set('version', (eb) => eb('version', '+', 1))
    .where('user_id', '=', user_id)
    .execute()
  for (const [list, ids] of [
    ['keywords', keywords],
    ['methods', methods],
  ] as const) {
    const { chosen, id } = sqlNames(list)
    await sql`delete from ${chosen} where user_id = ${user_id}`.execute(tx)
    await sql`insert into ${chosen} (user_id, ${id}) select ${user_id}, unnest(${ids}::int[])`.execute(tx)
  }
  await tx.deleteFrom('reviewer_absences').where('user_id', '=', user_id).execute()
  if (absences.length === 0) return
  await tx
    .insertInto('reviewer_absences')
    .values(absences.map((one) => ({ user_id, ...one })))
    .execute()
}

/** Every active reviewer, with the times of the profile, by last name. */
export const findAskable = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('reviewer_profiles as p', 'p.user_id', 'u.id')
    .select(['u.id', 'u.name', 'u.email', 'p.confirmed_at', 'p.asked_at'])
    .where('u.is_reviewer', '=', true)
    .where('u.disabled', '=', false)
    .orderBy('u.folded_last_name')
    .orderBy('u.id')
    .execute()

/** Lets one transaction after the other ask reviewers, so that none is asked twice. */
export const lockAsking = (tx: Db) =>
  sql`select pg_advisory_xact_lock(hashtextextended('asking for reviewer profiles', 0))`.execute(tx)

export async function setAsked(tx: Db, user_id: number, at: Date): Promise<void> {
  await tx
    .insertInto('reviewer_profiles')
    .values({ user_id, version: 0, asked_at: at.toISOString() })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ asked_at: at.toISOString() }))
    .execute()
}
