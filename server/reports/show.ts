import { type RawBuilder, sql } from 'kysely'
import { missing } from '#domain/errors.ts'
import { REPORT_DECLINED, REPORT_NOT_REQUESTED } from '#domain/masters/values.ts'
import { isTakenOn } from '#domain/reports/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { conflictOf } from '../proposals/conflict.ts'
import { readProposal } from '../proposals/read.ts'
import { readForStaff } from '../staff/read.ts'
import { admitted, seesAsStaff } from './access.ts'
import { findWalk } from './assigned_queries.ts'
import { findReport, type Report } from './queries.ts'

/** SQL: the viewer may open the report `r` of the proposal `p` from this one. */
function openFrom(ctx: Ctx, report: Report): RawBuilder<boolean> {
  if (seesAsStaff(ctx.actor, report)) return sql`not ${conflictOf(ctx.actor)}`
  return sql`r.status not in (${REPORT_NOT_REQUESTED}, ${REPORT_DECLINED})`
}

/**
 * One report with its proposal, as the viewer may see it: a reviewer gets nothing of others, and no file before
 * accepting. Throws 'missing' or 'forbidden'.
 */
export async function showReport(ctx: Ctx, id: number) {
  const report = admitted(ctx.actor, await findReport(ctx.db, ctx.actor, id))
  const asStaff = seesAsStaff(ctx.actor, report)
  const [proposal, beside, walk] = await Promise.all([
    readProposal(ctx.db, report.proposal_id),
    readForStaff(ctx.db, ctx.actor, report.proposal_id),
    findWalk(ctx.db, report, openFrom(ctx, report)),
  ])
  if (!proposal || !beside) throw missing()
  const at = walk.indexOf(report.id)
  return {
    ...report,
    proposal: {
      ...proposal,
      file: asStaff || isTakenOn(report.status) ? proposal.file : null,
      additional_notes: asStaff ? beside.additional_notes : null,
      assigned_samples_status_true: beside.assigned_samples_status_true,
    },
    prevID: walk[at - 1] ?? null,
    nextID: walk[at + 1] ?? null,
  }
}
