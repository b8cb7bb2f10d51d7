import {
  whyClosed,
  whyNotCountersign,
  whyNotReport,
  whyNotUploadSigned,
} from '#domain/custody/loans/rules.ts'
import { forbidden, refusal } from '#domain/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { loanActor } from './facts.ts'
import type { FileKind } from './files.ts'
import { findVisible } from './list.ts'

const OF_THE_HOLDER: readonly FileKind[] = ['signed', 'report_of_use']

/** Refuses before the upload what would be refused after it. Throws 'missing', 'forbidden' and 'refused'. */
export async function requireUpload(ctx: Ctx, number: string, kind: FileKind): Promise<void> {
  const loan = await findVisible(ctx, number)
  const actor = await loanActor(ctx.db, ctx.actor, loan.record)
  if (OF_THE_HOLDER.includes(kind) && loan.borrower_user_id !== actor.id && !actor.office) throw forbidden()
  const why = {
    signed: () => whyNotUploadSigned(loan),
    countersigned: () => whyNotCountersign(loan, actor),
    report_of_use: () => whyNotReport(loan),
    customs: () => whyClosed(loan),
    photo: () => whyClosed(loan),
  }[kind]()
  if (why) throw refusal(why)
}
