import { type Expression, type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Collaborator } from '#domain/users/person.ts'
import type { Paged, Paging } from '#domain/wire.ts'

/** `column` holds every word of `search`, anywhere, ignoring case and accents; blank search finds everything. */
export function holds(column: string, search: string): Expression<SqlBool> {
  const words = search.split(/\s+/u).filter((word) => word !== '')
  if (words.length === 0) return sql<SqlBool>`true`
  // Escaped after folding, for folding makes a plain % of a full-width one.
  const each = words.map(
    (word) => sql<SqlBool>`fold(${sql.ref(column)}) like
      '%' || regexp_replace(fold(${word}::text), '([\\\\%_])', '\\\\\\1', 'g') || '%'`,
  )
  return sql<SqlBool>`(${sql.join(each, sql` and `)})`
}

/** One page of an ordered query, with how many rows there are in all. */
export async function pageOf<Db, Tables extends keyof Db, Row>(
  query: SelectQueryBuilder<Db, Tables, Row>,
  { page, per_page }: Paging,
): Promise<Paged<Row>> {
  const counted = (await query
    .clearSelect()
    .clearOrderBy()
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()) as { total: number }
  const data = await query
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()
  return {
    total: counted.total,
    per_page,
    current_page: page,
    last_page: Math.max(1, Math.ceil(counted.total / per_page)),
    data: data as Row[],
  }
}

interface CollaboratorFilter {
  collaborator_name: string
  collaborator_email: string
  collaborator_affiliation: string
}

/** One collaborator of the row fits all of the filter; null when nothing is asked of them. */
export function hasCollaborator(
  table: CollaboratorTable,
  owner: string,
  {
    collaborator_name: name,
    collaborator_email: email,
    collaborator_affiliation: affiliation,
  }: CollaboratorFilter,
): Expression<SqlBool> | null {
  if (!name && !email && !affiliation) return null
  return sql<SqlBool>`exists (select from ${sql.table(table)} as c
    where ${sql.ref(`c.${OWNER[table]}`)} = ${sql.ref(owner)}
    and ${holds('c.name', name)} and ${holds('c.email', email)} and ${holds('c.affiliation', affiliation)})`
}

const OWNER = { applicant_collaborators: 'applicant_id', proposal_collaborators: 'proposal_id' } as const
type CollaboratorTable = keyof typeof OWNER

/** The collaborators of a row, in their order, as a nested list; `owner` is the row's own id. */
export function collaboratorsOf(table: CollaboratorTable, owner: string): RawBuilder<Collaborator[]> {
  return sql<Collaborator[]>`coalesce((
    select json_agg(json_build_object('id', c.id, 'first_name', c.first_name, 'middle_name', c.middle_name,
      'last_name', c.last_name, 'suffix', c.suffix, 'name', c.name, 'email', c.email, 'affiliation', c.affiliation)
      order by c.position)
    from ${sql.table(table)} as c where ${sql.ref(`c.${OWNER[table]}`)} = ${sql.ref(owner)}), '[]'::json)`
}
