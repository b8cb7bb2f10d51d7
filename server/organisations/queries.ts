import { sql } from 'kysely'
import type { Paged } from '#domain/endpoint.ts'
import type {
  Affiliation,
  AffiliationFilter,
  OrganisationDetail,
  OrganisationFilter,
  OrganisationRow,
} from '#domain/organisations/contract.ts'
import type { Db } from '../platform/context.ts'
import * as condition from '../platform/filter_conditions.ts'
import { order, pageOf, rowMatches } from '../platform/lists.ts'

/**
 * SQL: every affiliation that is in use, folded, with how many people use it. Grouped before blanks are folded, because a
 * hundred thousand collaborators share some thousand texts.
 */
const USED = sql`(
  select trim(regexp_replace(folded_affiliation, '\\s+', ' ', 'g')) as folded,
    (array_agg(affiliation order by n desc, affiliation))[1] as affiliation,
    coalesce(sum(n) filter (where source = 'users'), 0)::int as users,
    coalesce(sum(n) filter (where source = 'notices'), 0)::int as notices,
    coalesce(sum(n) filter (where source = 'collaborators'), 0)::int as collaborators,
    sum(n)::int as people
  from (
    select folded_affiliation, affiliation, count(*) as n, 'users' as source from users where deleted_at is null group by 1, 2
    union all select folded_affiliation, affiliation, count(*), 'notices' from applicants group by 1, 2
    union all select folded_affiliation, affiliation, count(*), 'notices' from applicant_collaborators group by 1, 2
    union all select folded_affiliation, affiliation, count(*), 'collaborators' from proposal_collaborators group by 1, 2
  ) as each
  group by 1)`

/** SQL: how many people use the spellings of each organisation. */
const PEOPLE = sql`(select s.organisation_id, sum(u.people)::int as people
  from ${USED} as u join organisation_spellings s on s.folded = u.folded group by 1)`

/** SQL: the organisation `o` has a spelling that the filter finds. */
const hasSpelling = (text: string) => {
  const found = condition.contains('s.spelling')(text, {})
  return (
    found &&
    sql<boolean>`exists (select from (select organisation_id, folded as folded_spelling from organisation_spellings) as s
      where s.organisation_id = o.id and ${found})`
  )
}

const organisationRows = (db: Db) =>
  db
    .selectFrom('organisations as o')
    .leftJoin('organisations as parent', 'parent.id', 'o.parent_id')
    .leftJoin(sql<{ organisation_id: number; people: number }>`${PEOPLE}`.as('used'), (join) =>
      join.onRef('used.organisation_id', '=', 'o.id'),
    )
    .select(['o.id', 'o.name', 'o.ror'])
    .select([
      sql<OrganisationRow['parent']>`case when parent.id is not null
        then json_build_object('id', parent.id, 'name', parent.name) end`.as('parent'),
      sql<number>`coalesce(used.people, 0)`.as('people'),
    ])

export const findOrganisations = (db: Db, filter: OrganisationFilter) =>
  pageOf(
    organisationRows(db)
      .select(
        sql<string[]>`array(select s.spelling from organisation_spellings s where s.organisation_id = o.id
          order by s.folded <> o.folded_name, s.folded)`.as('spellings'),
      )
      .where(rowMatches(filter, { name: hasSpelling }))
      .orderBy(
        order(filter, sql`o.folded_name, o.id`, {
          name: 'o.folded_name',
          people: sql`coalesce(used.people, 0)`,
        }),
      ),
    filter,
  )

export async function findOrganisation(db: Db, id: number) {
  const organisation = await organisationRows(db)
    .select('o.version')
    .where('o.id', '=', id)
    .executeTakeFirst()
  if (!organisation) return undefined
  const { rows: spellings } = await sql<OrganisationDetail['spellings'][number]>`
    select s.id, s.spelling, s.folded = o.folded_name as is_name, coalesce(u.users, 0) as users,
      coalesce(u.notices, 0) as notices, coalesce(u.collaborators, 0) as collaborators, coalesce(u.people, 0) as people
    from organisation_spellings s join organisations o on o.id = s.organisation_id left join ${USED} as u on u.folded = s.folded
    where s.organisation_id = ${id} order by is_name desc, s.folded`.execute(db)
  return { ...organisation, spellings, parts: await findParts(db, id) }
}

/** All organisations by name. */
export const findOrganisationChoices = (db: Db) =>
  db.selectFrom('organisations').select(['id', 'name']).orderBy('folded_name').orderBy('id').execute()

/** The organisations directly below one. */
export const findParts = (db: Db, id: number) =>
  db
    .selectFrom('organisations')
    .select(['id', 'name'])
    .where('parent_id', '=', id)
    .orderBy('folded_name')
    .execute()

/** What counts as similar, from 0 to 1. */
const LIKE = 0.42
const MOST_SIMILAR = 3

/** SQL: how much two folded texts are alike, from 0 to 1: by trigrams; without that extension by the words they share. */
async function likenessIn(db: Db) {
  const { rows } = await sql`select from pg_extension where extname = 'pg_trgm'`.execute(db)
  const words = (text: string) => sql`string_to_array(${sql.ref(text)}, ' ')`
  return (one: string, other: string) =>
    rows.length > 0
      ? sql<number>`similarity(${sql.ref(one)}, ${sql.ref(other)})`
      : sql<number>`(select count(*) from (select unnest(${words(one)}) intersect select unnest(${words(other)})) as w)::real
          / greatest(cardinality(${words(one)}), cardinality(${words(other)}), 1)`
}

/** A page of the affiliations in use that are no spelling, with organisations and other such affiliations like them. */
export async function findAffiliations(db: Db, filter: AffiliationFilter): Promise<Paged<Affiliation>> {
  const likeness = await likenessIn(db)
  const unmerged = (
    name: string,
  ) => sql`(select used.folded as folded_affiliation, used.* from ${USED} as used
    where used.folded <> '' and not exists (select from organisation_spellings s where s.folded = used.folded)) as ${sql.ref(name)}`
  const page = await pageOf(
    db
      .selectFrom(
        sql<
          Omit<Affiliation, 'suggestions' | 'similar'> & { folded: string }
        >`(select * from ${unmerged('x')})`.as('a'),
      )
      .selectAll()
      .where(rowMatches(filter, { affiliation: condition.contains('a.affiliation') }))
      .orderBy(order(filter, sql`a.people desc, a.folded`, { affiliation: 'a.folded', people: 'a.people' })),
    filter,
  )
  const { rows } = await sql<Pick<Affiliation, 'suggestions' | 'similar'> & { folded: string }>`
    with unmerged as (select * from ${unmerged('x')})
    select a.folded,
      coalesce((select json_agg(json_build_object('id', best.id, 'name', best.name, 'spelling', best.spelling,
          'likeness', round((best.likeness * 100)::numeric)) order by best.likeness desc, best.name)
        from (select * from (select distinct on (o.id) o.id, o.name, s.spelling, ${likeness('s.folded', 'a.folded')} as likeness
            from organisation_spellings s join organisations o on o.id = s.organisation_id
            where ${likeness('s.folded', 'a.folded')} >= ${LIKE} order by o.id, likeness desc, s.id) as each
          order by likeness desc, name limit ${MOST_SIMILAR}) as best), '[]'::json) as suggestions,
      array(select b.affiliation from unmerged as b where b.folded <> a.folded and ${likeness('b.folded', 'a.folded')} >= ${LIKE}
        order by ${likeness('b.folded', 'a.folded')} desc, b.folded limit ${MOST_SIMILAR}) as similar
    from unnest(${page.data.map(({ folded }) => folded)}::text[]) as a (folded)`.execute(db)
  const found = new Map(rows.map((row) => [row.folded, row]))
  return {
    ...page,
    data: page.data.map(({ affiliation, users, notices, collaborators, people, folded }) => {
      const { suggestions = [], similar = [] } = found.get(folded) ?? {}
      return { affiliation, users, notices, collaborators, people, suggestions, similar }
    }),
  }
}

/** Lets one transaction after the other write organisations, so that no spelling is given to two. */
export const lockOrganisations = (tx: Db) =>
  sql`lock table organisations, organisation_spellings in share row exclusive mode`.execute(tx)

/** An organisation about to be written, with the name of its last editor. */
export const findSavedOrganisation = (tx: Db, id: number) =>
  tx
    .selectFrom('organisations as o')
    .leftJoin('users as u', 'u.id', 'o.saved_by')
    .select(['o.id', 'o.name', 'o.ror', 'o.parent_id', 'o.version', 'o.saved_at', 'u.name as saved_by'])
    .where('o.id', '=', id)
    .executeTakeFirst()

/** The ids of all organisations below one. */
export async function findBelow(tx: Db, id: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    with recursive below as (
      select id from organisations where parent_id = ${id}
      union select o.id from below join organisations o on o.parent_id = below.id)
    select id from below`.execute(tx)
  return new Set(rows.map((row) => row.id))
}

/** Those of the texts that are spellings already, each with its organisation; `at` is the position of the text, from 0. */
export async function findTaken(tx: Db, texts: readonly string[]) {
  const { rows } = await sql<{ at: number; organisation_id: number; name: string }>`
    select (t.at - 1)::int as at, o.id as organisation_id, o.name
    from unnest(${texts}::text[]) with ordinality as t (spelling, at)
    join organisation_spellings s on s.folded = fold_affiliation(t.spelling)
    join organisations o on o.id = s.organisation_id order by t.at`.execute(tx)
  return rows
}

export const findByRor = (tx: Db, ror: string) =>
  tx.selectFrom('organisations').select(['id', 'name']).where('ror', '=', ror).executeTakeFirst()

interface Fields {
  name: string
  ror: string | null
  parent_id: number | null
}

export const insertOrganisation = (tx: Db, fields: Fields, by: number, at: Date) =>
  tx
    .insertInto('organisations')
    .values({ ...fields, saved_by: by, saved_at: at.toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()

export const updateOrganisation = (tx: Db, id: number, fields: Partial<Fields>, by: number, at: Date) =>
  tx
    .updateTable('organisations')
    .set({ ...fields, saved_by: by, saved_at: at.toISOString() })
    .set('version', (eb) => eb('version', '+', 1))
    .where('id', '=', id)
    .execute()

/** Adds spellings, each once, and returns their ids; those that are spellings already are left out. */
export async function insertSpellings(tx: Db, organisation_id: number, texts: readonly string[]) {
  const { rows } = await sql<{ id: number }>`
    insert into organisation_spellings (organisation_id, spelling) select ${organisation_id}, unnest(${texts}::text[])
    on conflict (folded) do nothing returning id`.execute(tx)
  return rows.map((row) => row.id)
}

/** These spellings of an organisation, and whether each is its name. */
export const findSpellings = (tx: Db, organisation_id: number, ids: readonly number[]) =>
  tx
    .selectFrom('organisation_spellings as s')
    .innerJoin('organisations as o', 'o.id', 's.organisation_id')
    .select(['s.id', 's.spelling', sql<boolean>`s.folded = o.folded_name`.as('is_name')])
    .where('o.id', '=', organisation_id)
    .where('s.id', 'in', ids)
    .orderBy('s.folded')
    .execute()

export const deleteSpellings = (tx: Db, ids: readonly number[]) =>
  tx.deleteFrom('organisation_spellings').where('id', 'in', ids).execute()

/** Gives the spellings and parts of an organisation to another, and deletes it. */
export async function mergeOrganisation(tx: Db, from: number, into: number): Promise<void> {
  await tx
    .updateTable('organisation_spellings')
    .set({ organisation_id: into })
    .where('organisation_id', '=', from)
    .execute()
  await tx
    .updateTable('organisations')
    .set({ parent_id: into })
    .set('version', (eb) => eb('version', '+', 1))
    .where('parent_id', '=', from)
    .execute()
  await deleteOrganisation(tx, from)
}

export const deleteOrganisation = (tx: Db, id: number) =>
  tx.deleteFrom('organisations').where('id', '=', id).execute()
