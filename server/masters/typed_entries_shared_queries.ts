import { type Expression, sql } from 'kysely'
import type { Db } from '../platform/context.ts'

/** An entry whose name a proposal typed. */
export interface TypedEntry {
  name: string
  id: number
}

/** Until the transaction ends, the office cannot adopt names, so that a name typed now is not missed. */
export const lockTypedEntries = (tx: Db) =>
  sql`lock table proposal_keywords, proposal_methods in row exclusive mode`.execute(tx)

/** SQL: the visible entries of a list whose names are among the typed `names`. */
export const typedEntries = (list: 'keywords' | 'analysis_methods', names: Expression<readonly string[]>) =>
  sql<TypedEntry[]>`coalesce((select json_agg(json_build_object('name', typed.name, 'id', e.id))
    from unnest(${names}::text[]) as typed (name) join ${sql.table(list)} as e on lower(e.name) = lower(typed.name)
    where not e.hidden), '[]'::json)`
