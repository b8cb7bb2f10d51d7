import { type RawBuilder, sql } from 'kysely'
import type { Bit } from '#domain/endpoint.ts'
import type { Collaborator } from '#domain/users/person.ts'

/** The tables of collaborators, and the column of each that says whose they are. */
export const OWNER = {
  applicant_collaborators: 'applicant_id',
  proposal_collaborators: 'proposal_id',
} as const
export type CollaboratorTable = keyof typeof OWNER

/** The collaborators of a row, in their order, as a nested list; `owner` is the row's own id. */
export function collaboratorsOf(table: CollaboratorTable, owner: string): RawBuilder<Collaborator[]> {
  return sql<Collaborator[]>`coalesce((
    select json_agg(json_build_object('id', c.id, 'first_name', c.first_name, 'middle_name', c.middle_name,
      'last_name', c.last_name, 'suffix', c.suffix, 'name', c.name, 'email', c.email, 'affiliation', c.affiliation)
      order by c.position)
    from ${sql.table(table)} as c where ${sql.ref(`c.${OWNER[table]}`)} = ${sql.ref(owner)}), '[]'::json)`
}

/** SQL: whether the user of a table is disabled, as it travels. */
export const disabled = (table: string) => sql<Bit>`${sql.ref(`${table}.disabled`)}::int`.as('disabled')

/** SQL: what a column is compared with to be one of the values, however many they are: `where('id', '=', anyOf(ids))`. */
export const anyOf = <T>(values: readonly T[]): RawBuilder<T> => sql<T>`any(${values})`
