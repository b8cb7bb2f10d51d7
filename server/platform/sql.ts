import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Bit } from '#domain/endpoint.ts'
import type { Collaborator } from '#domain/users/person_schemas.ts'

/** The tables of collaborators and the column of the parent's id. */
export const OWNER = {
  applicant_collaborators: 'applicant_id',
  proposal_collaborators: 'proposal_id',
} as const
export type CollaboratorTable = keyof typeof OWNER

/** SQL: the ordered collaborators of the row whose id is in the column `owner`, as a JSON array. */
export function collaboratorsOf(table: CollaboratorTable, owner: string): RawBuilder<Collaborator[]> {
  return sql<Collaborator[]>`coalesce((
    select json_agg(json_build_object('id', c.id, 'first_name', c.first_name, 'middle_name', c.middle_name,
      'last_name', c.last_name, 'suffix', c.suffix, 'name', c.name, 'email', c.email, 'affiliation', c.affiliation)
      order by c.position)
    from ${sql.table(table)} as c where ${sql.ref(`c.${OWNER[table]}`)} = ${sql.ref(owner)}), '[]'::json)`
}

/** SQL: whether the user is disabled, as 0 or 1. */
export const disabled = (table: string) => sql<Bit>`${sql.ref(`${table}.disabled`)}::int`.as('disabled')

/** SQL: the ORCID iD that the user whose id is in a column has signed in with at ORCID; null without one. */
export const orcidOf = (user: string) => sql<string | null>`(select i.orcid from provider_identities as i
  where i.user_id = ${sql.ref(user)} and i.orcid is not null order by i.created_at desc, i.id desc limit 1)`

/** SQL: the same of all users, to be joined by the queries of files: a lookup for each of a thousand rows takes longer. */
export const orcids = sql<{
  user_id: number
  orcid: string
}>`(select distinct on (i.user_id) i.user_id, i.orcid
  from provider_identities as i where i.orcid is not null order by i.user_id, i.created_at desc, i.id desc)`.as(
  'identities',
)

/** SQL: one parameter for any number of values: `where('id', '=', anyOf(ids))`. */
export const anyOf = <T>(values: readonly T[]): RawBuilder<T> => sql<T>`any(${values})`

/** SQL: the assignment `a` was not freed: declined by its proposer, or taken back by a correction of the result. */
export const notFreed = sql<SqlBool>`a.ended_as is distinct from 'freed'`
/** SQL: the confirmation `a` holds its sample, which has neither come back on offer nor been freed. */
export const stillHolds = sql<SqlBool>`a.ended_at is null`
