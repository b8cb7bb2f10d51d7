import { notFound } from '#domain/errors.ts'
import { scoreMeanings } from '#domain/masters/setting_values.ts'
import { navigationAt } from '#domain/reports/report.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { allSettings } from '../masters/settings.ts'
import type { Ctx } from '../platform/context.ts'
import { asProposal } from '../proposals/read_sql.ts'
import { admitted, seesAsStaff } from './access.ts'
import { findWalk } from './assigned_queries.ts'
import { reasonsOf } from './hold.ts'
import { findReport, findReviewed } from './queries.ts'

/**
 * One report with its proposal, as the viewer may see it: a reviewer gets nothing of others, no file before accepting,
 * and as the proposer no samples before the term is disabled. Throws 'missing' or 'forbidden'.
 */
export async function showReport(ctx: Ctx, id: number) {
  const report = admitted(ctx.actor, await findReport(ctx.db, ctx.actor, id))
  const asStaff = seesAsStaff(ctx.actor, report)
  const [[row], walk, settings] = await Promise.all([
    findReviewed(ctx.db, { viewer: ctx.actor.id, id: report.proposal_id }),
    findWalk(ctx.db, ctx.actor, report, asStaff),
    allSettings(ctx.db),
  ])
  if (!row) throw notFound()
  const { additional_notes, confirmed, ...proposal } = asProposal(row)
  return {
    ...report,
    ...reasonsOf(report),
    user: { id: report.user_id, name: report.name },
    due_at: report.reviews_due_at,
    score_meanings: scoreMeanings(settings),
    proposal: {
      ...proposal,
      file: asStaff || isTakenOn(report.status) ? proposal.file : null,
      additional_notes: asStaff ? additional_notes : null,
      assigned_samples_status_true: asStaff || proposal.term.disabled ? confirmed : [],
    },
    ...navigationAt(walk, report.id),
  }
}
