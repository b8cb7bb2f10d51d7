import { forbidden, notFound } from '#domain/errors.ts'
import { type Guidance, guidanceOf } from '#domain/masters/setting_schemas.ts'
import { termLabel } from '#domain/masters/values.ts'
import { isTakenOn } from '#domain/reports/status.ts'
import { type Actor, isStaff } from '#domain/session/actor.ts'
import { getAllSettings } from '../masters/settings.ts'
import type { Ctx, Db } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { appendPdf } from '../platform/pdf/append.ts'
import { pdf } from '../platform/pdf/document.ts'
import { writeProposal } from './pages.ts'
import { findReportStates } from './queries.ts'
import { type ReadProposal, readProposal } from './shared_queries.ts'

/** The proposal as a PDF: the Proposal tab and the requested samples. Without `asked` the office's questions of today. */
export async function proposalPdf(ctx: Ctx, proposal: ReadProposal, asked?: Guidance): Promise<Buffer> {
  const guidance = asked ?? guidanceOf(await getAllSettings(ctx.db))
  return pdf(`${termLabel(proposal.term_id)} Proposal ${proposal.id}: ${proposal.title}`, (page) =>
    writeProposal(page, proposal, guidance, ctx.now()),
  )
}

/** The same followed by the pages of the attached PDF, if there is one. */
export async function proposalPdfWithAttachment(
  ctx: Ctx,
  proposal: ReadProposal,
  asked?: Guidance,
): Promise<Buffer> {
  const main = await proposalPdf(ctx, proposal, asked)
  const { file_key } = proposal
  if (file_key === null) return main
  return Buffer.from(await appendPdf(main, () => ctx.files.read(file_key), ctx.actor.id))
}

const PDF = 'application/pdf'
const exportAttachment = (proposal: ReadProposal, content: Buffer) =>
  new Attachment(`proposal_${proposal.id}.pdf`, PDF, content)

async function requireProposal(ctx: Ctx, id: number) {
  const proposal = await readProposal(ctx, id)
  if (!proposal) throw notFound()
  return proposal
}

/** Staff, and reviewers who have accepted or submitted a report on the proposal. */
export async function mayExport(db: Db, actor: Actor, proposal_id: number): Promise<boolean> {
  if (isStaff(actor)) return true
  if (!actor.roles.includes('reviewer')) return false
  const reports = await findReportStates(db, proposal_id)
  return reports.some(({ user_id, status }) => user_id === actor.id && isTakenOn(status))
}

/** For its proposer the attached PDF, 404 without one; for everyone else who may see it the export. */
export async function downloadPdf(ctx: Ctx, id: number): Promise<Attachment> {
  const proposal = await requireProposal(ctx, id)
  if (proposal.user_id === ctx.actor.id) return ownAttachment(ctx, proposal)
  if (!(await mayExport(ctx.db, ctx.actor, id))) throw forbidden()
  return exportAttachment(proposal, await proposalPdf(ctx, proposal))
}

async function ownAttachment(ctx: Ctx, { file_key, file }: ReadProposal) {
  if (file_key === null || file === null) throw notFound()
  return new Attachment(file.original_file_name, PDF, await ctx.files.stream(file_key))
}

/** The export followed by the attached PDF, for staff and its reviewers. */
export async function downloadPdfWithAttachment(ctx: Ctx, id: number): Promise<Attachment> {
  const proposal = await requireProposal(ctx, id)
  if (!(await mayExport(ctx.db, ctx.actor, id))) throw forbidden()
  return exportAttachment(proposal, await proposalPdfWithAttachment(ctx, proposal))
}
