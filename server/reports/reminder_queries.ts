import type { ReportStatus } from '#domain/reports/status.ts'
import type { Db } from '../platform/context.ts'

/** Takes a day's reminders of a term upon oneself; false when they are done, or being done, by another. */
export async function takeReminderDay(tx: Db, term_id: number, day: string): Promise<boolean> {
  const taken = await tx
    .insertInto('reminder_days')
    .values({ term_id, day })
    .onConflict((conflict) => conflict.doNothing())
    .returning('day')
    .executeTakeFirst()
  return taken !== undefined
}

/** The ids of a term's reports in some statuses. */
export async function findAwaited(
  tx: Db,
  term_id: number,
  statuses: readonly ReportStatus[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select('r.id')
    .where('p.term_id', '=', term_id)
    .where('r.status', 'in', statuses)
    .orderBy('r.id')
    .execute()
  return rows.map(({ id }) => id)
}

/** The reviewers who were reminded of any report since a UTC day began. */
export async function findReminded(tx: Db, day: string): Promise<Set<number>> {
  const rows = await tx
    .selectFrom('audit_entries as e')
    .innerJoin('reports as r', 'r.id', 'e.object_id')
    .select('r.user_id')
    .distinct()
    .where('e.action', '=', 'report.remind')
    .where('e.at', '>=', `${day}T00:00:00Z`)
    .execute()
  return new Set(rows.map(({ user_id }) => user_id))
}
