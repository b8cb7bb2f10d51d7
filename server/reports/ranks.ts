import { sql } from 'kysely'
import { forbidden } from '#domain/errors.ts'
import { REPORT_ACCEPTED, REPORT_SUBMITTED } from '#domain/masters/values.ts'
import { type Ranks, rankRange, whyNotRanks } from '#domain/reports/ranks.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import { done } from '#domain/wire.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { currentTerm, holdTerm } from '../terms/service.ts'

/** The reviewer's reports that can be ranked: accepted or submitted, of a term. */
const findRankable = (db: Db, user_id: number, term_id: number, lock = false) =>
  db
    .selectFrom('reports as r')
    .innerJoin('proposals as p', 'p.id', 'r.proposal_id')
    .select(['r.id', 'r.proposal_id', 'r.rank'])
    .where('r.user_id', '=', user_id)
    .where('r.status', 'in', [REPORT_ACCEPTED, REPORT_SUBMITTED])
    .where('p.term_id', '=', term_id)
    .orderBy('r.id')
    .$if(lock, (q) => q.forUpdate('r'))
    .execute()

const asMap = (reports: { id: number; rank: number | null }[]): Ranks =>
  Object.fromEntries(reports.map(({ id, rank }) => [String(id), rank]))

/** The reviewer's ranks in the current term, and the numbers to choose from. Throws 'forbidden'. */
export async function showRanks(ctx: Ctx, user_id: number) {
  if (user_id !== ctx.actor.id) throw forbidden()
  const term = await currentTerm(ctx.db)
  const reports = await findRankable(ctx.db, user_id, term.id)
  return { ranks: asMap(reports), rankRange: rankRange(reports.length) }
}

/** Saves ranks; those that are not sent stay, and all must differ. */
export const saveRanks = (ctx: Ctx, sent: Ranks) =>
  ctx.write(async (tx) => {
    const term = await holdTerm(tx, (await currentTerm(tx)).id)
    const reports = await findRankable(tx, tx.actor.id, term.id, true)
    const before = asMap(reports)
    const ranks = { ...before, ...sent }
    const own = reports.map(({ id }) => id)
    tx.refuse(whyReadOnly(term) ?? whyNotRanks(ranks, own))
    await sql`update reports set rank = given.rank, updated_at = ${tx.now().toISOString()}::timestamptz
      from unnest(${own}::int[], ${own.map((id) => ranks[id] ?? null)}::smallint[]) as given (id, rank)
      where reports.id = given.id and reports.rank is distinct from given.rank`.execute(tx)
    const changed = reports.filter(({ id }) => before[id] !== ranks[id])
    if (changed.length === 0) tx.unrecorded('Every rank is as it was.')
    for (const report of changed)
      await tx.audit('report.rank', report, { rank: ranks[report.id] }, { rank: before[report.id] })
    return done('The ranks have been saved.')
  })
