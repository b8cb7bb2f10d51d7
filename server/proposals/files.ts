import { forbidden, notFound } from '#domain/errors.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { Document } from '../platform/http/handlers.ts'
import { proposalPdf, proposalPdfWithAttachment } from './document.ts'
import { findReportStates } from './queries.ts'
import { type ReadProposal, readProposal } from './read_sql.ts'

const PDF = 'application/pdf'
const exported = (proposal: ReadProposal, content: Buffer) =>
  new Document(`proposal_${proposal.id}.pdf`, PDF, content)

async function read(db: Db, id: number) {
  const proposal = await readProposal(db, id)
  if (!proposal) throw notFound()
  return proposal
}

/** Staff, and who reviews the proposal: has accepted to, or has done so. */
export async function mayExport(db: Db, actor: Actor, proposal_id: number): Promise<boolean> {
  if (isStaff(actor)) return true
  if (!actor.roles.includes('reviewer')) return false
  const reports = await findReportStates(db, proposal_id)
  return reports.some(({ user_id, status }) => user_id === actor.id && isTakenOn(status))
}

/** To its proposer the PDF that is attached, 404 without one; to everybody else who may see it the export. */
export async function downloadPdf(ctx: Ctx, id: number): Promise<Document> {
  const proposal = await read(ctx.db, id)
  if (proposal.user_id === ctx.actor.id) return attachment(ctx, proposal)
  if (!(await mayExport(ctx.db, ctx.actor, id))) throw forbidden()
  return exported(proposal, await proposalPdf(ctx, proposal))
}

async function attachment(ctx: Ctx, { file_key, file }: ReadProposal) {
  if (file_key === null || file === null) throw notFound()
  return new Document(file.original_file_name, PDF, await ctx.files.stream(file_key))
}

/** The export with the attached PDF behind it, to staff and to who reviews the proposal. */
export async function downloadPdfWithAttachment(ctx: Ctx, id: number): Promise<Document> {
  const proposal = await read(ctx.db, id)
  if (!(await mayExport(ctx.db, ctx.actor, id))) throw forbidden()
  return exported(proposal, await proposalPdfWithAttachment(ctx, proposal))
}
