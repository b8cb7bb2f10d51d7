import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'

/** Locks proposals in id order, and their terms, until the transaction ends. */
export const lockWithTerms = (tx: Db, ids: readonly number[]) =>
  tx
    .selectFrom('proposals as p')
    .innerJoin('terms as t', 't.id', 'p.term_id')
    .select('p.id')
    .where('p.id', '=', anyOf(ids))
    .orderBy('p.id')
    .forUpdate('p')
    .forShare('t')
    .execute()
