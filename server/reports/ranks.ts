import { done } from '#domain/endpoint.ts'
import { forbidden } from '#domain/errors.ts'
import { closedUpRanks, type Ranks, rankRange, whyNotRanks } from '#domain/reports/ranks.ts'
import { whyReadOnly } from '#domain/terms/rules.ts'
import type { Ctx, Tx } from '../platform/context.ts'
import { currentTerm, lockCurrentTerm } from '../terms/service.ts'
import type { Report } from './queries.ts'
import { findRankable, moveRanksUp, updateRanks } from './rank_queries.ts'

const ranksByReport = (reports: { id: number; rank: number | null }[]): Ranks =>
  Object.fromEntries(reports.map(({ id, rank }) => [String(id), rank]))

/** The reviewer's ranks in the current term, and the ranks to choose from. Throws 'forbidden'. */
export async function showRanks(ctx: Ctx, user_id: number) {
  if (user_id !== ctx.actor.id) throw forbidden()
  const term = await currentTerm(ctx.db)
  const reports = term ? await findRankable(ctx.db, user_id, term.id) : []
  return { ranks: closedUpRanks(ranksByReport(reports)), rankRange: rankRange(reports.length) }
}

/** Saves ranks; those that are not sent stay as they are, and all must differ. */
export const saveRanks = (ctx: Ctx, sent: Ranks) =>
  ctx.write(async (tx) => {
    const term = await lockCurrentTerm(tx)
    const reports = await findRankable(tx, tx.actor.id, term.id, true)
    const before = ranksByReport(reports)
    const ranks = { ...closedUpRanks(before), ...sent }
    const own = reports.map(({ id }) => id)
    tx.refuse(whyReadOnly(term) ?? whyNotRanks(ranks, own))
    await updateRanks(
      tx,
      own,
      own.map((id) => ranks[id] ?? null),
      tx.now(),
    )
    const changed = reports.filter(({ id }) => before[id] !== ranks[id])
    if (changed.length === 0) tx.skipAudit('Every rank is as it was.')
    for (const report of changed)
      await tx.audit('report.rank', report, { rank: ranks[report.id] }, { rank: before[report.id] })
    return done('The ranks have been saved.')
  })

/** Moves up the ranks below reports that left their reviewers. The caller has locked all reports of these reviewers. */
export async function closeRankGaps(tx: Tx, reports: readonly Report[]) {
  const ranked = reports.filter((report): report is Report & { rank: number } => report.rank !== null)
  // The entry belongs to the proposal that left, and is hidden with it.
  for (const report of ranked.sort((a, b) => b.rank - a.rank))
    for (const moved of await moveRanksUp(tx, report, tx.now()))
      await tx.audit(
        'report.rank',
        { ...moved, proposal_id: report.proposal_id },
        { rank: moved.rank },
        { rank: moved.rank + 1 },
      )
}
