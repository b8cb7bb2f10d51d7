import { sql } from 'kysely'
import { type ReportStatus, reportStatus } from '#domain/reports/status.ts'
import type { Actor } from '#domain/session/actor.ts'
import type { Db } from '../platform/context.ts'
import { anyOf } from '../platform/sql.ts'
import { viewerHasConflict } from '../users/conflict_shared_queries.ts'

/** Claims a day's reminders of a term for this process; false when another process has sent or is sending them. */
export async function claimReminderDay(tx: Db, term_id: number, day: string): Promise<boolean> {
  const taken = await tx
    .insertInto('reminder_days')
    .values({ term_id, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/** The ids of a term's reports in some statuses. */
export async function findReportIdsOfTerm(
  tx: Db,
  term_id: number,
  statuses: readonly ReportStatus[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select('r.id')
    .where('p.term_id', '=', term_id)
    .where('r.status', '=', anyOf(statuses))
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The number of submitted reports of a term by reviewer, counting those that the actor may see. */
export async function findSubmittedCounts(
  db: Db,
  actor: Actor,
  term_id: number,
): Promise<Map<number, number>> {
  const rows = await db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.user_id', (eb) => eb.fn.countAll<number>().as('count')])
    .where('p.term_id', '=', term_id)
    .where('r.status', '=', anyOf(reportStatus.where(({ handedIn }) => handedIn)))
    .where(sql<boolean>`not ${viewerHasConflict(actor)}`)
    .groupBy('r.user_id')
    .execute()
  return new Map(rows.map(({ user_id, count }) => [user_id, count]))
}

/** The reviewers who were reminded of any report on a UTC day or later. */
export async function findRemindedReviewers(tx: Db, day: string): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('reports')
    .select('user_id')
    .distinct()
    .where('reminded_at', '>=', `${day}T00:00:00Z`)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}

/** Stores when the reviewer of these reports was reminded of them. */
export const setReminded = (tx: Db, ids: readonly number[], at: Date) =>
  tx
    .updateTable('reports')
    .set({ reminded_at: at.toISOString() })
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
