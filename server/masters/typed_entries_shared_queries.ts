import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** A name that was typed and is an entry of its list. */
export interface TypedEntry {
  name: string
  id: number
}

/** Until the transaction ends no name is taken over, so that none that is typed now stays behind as typed. */
export const lockTypedEntries = (tx: Db) =>
  sql`lock table proposal_keywords, proposal_methods in row exclusive mode`.execute(tx)

/** SQL: which of the names that were typed are entries of a list, and which: hidden ones are no choice. */
export const typedEntries = (list: 'keywords' | 'analysis_methods', names: Expression<readonly string[]>) =>
  sql<TypedEntry[]>`coalesce((select json_agg(json_build_object('name', typed.name, 'id', e.id))
    from unnest(${names}::text[]) as typed (name) join ${sql.table(list)} as e on lower(e.name) = lower(typed.name)
    where not e.hidden), '[]'::json)`
