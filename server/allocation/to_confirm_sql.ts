import { type SqlBool, sql } from 'kysely'
import { UNCONFIRMED } from '#domain/allocation/status.ts'

/** SQL: the assignment `a` can be confirmed next; where two are asked for, one of them has proposed it. */
export const toConfirm = (two: boolean) =>
  sql<SqlBool>`(a.status = ${UNCONFIRMED} and ${two ? sql`a.proposed_by is not null` : sql`true`})`
