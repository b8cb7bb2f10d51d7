import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Fault, forbidden, notFound } from '#domain/errors.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import type { Ctx } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { pdf } from '../platform/pdf/document.ts'
import { mayExport, proposalPdf, proposalPdfWithAttachment } from '../proposals/document.ts'
import { type ReadProposal, readProposal } from '../proposals/shared_queries.ts'
import { requireReadable } from './access.ts'
import { writeReport } from './pages.ts'
import { findReadReport, type Report } from './queries.ts'
import { findSubmittedOn } from './shared_queries.ts'

/** A submitted report as a PDF. */
const reportPdf = (report: Report) =>
  pdf(`Report on proposal ${report.proposal_id}`, (page) => writeReport(page, report))

/** The name of its file. */
const reportFile = ({ id, proposal_id }: Report) => `proposal_${proposal_id}_report_${id}.pdf`

/** A submitted report as a PDF; before it is submitted there is none. Throws 'missing' or 'forbidden'. */
export async function downloadReport(ctx: Ctx, id: number) {
  const report = requireReadable(ctx.actor, await findReadReport(ctx.db, ctx.actor, id))
  if (!isHandedIn(report.status)) throw notFound()
  await ctx.write((tx) => tx.audit('report.download', report))
  return new Attachment(reportFile(report), 'application/pdf', await reportPdf(report))
}

/** A ZIP of the proposal's PDF and the submitted reports that the actor may read. Throws 'missing' or 'forbidden'. */
export async function downloadReports(ctx: Ctx, proposal_id: number) {
  const proposal = await readProposal(ctx, proposal_id)
  if (!proposal) throw notFound()
  if (!(await mayExport(ctx.db, ctx.actor, proposal_id))) throw forbidden()
  const zip = new ZipFile()
  zip.addBuffer(await proposalPdfOrNotice(ctx, proposal, zip), `proposal_${proposal_id}.pdf`)
  const reports = await findSubmittedOn(ctx.db, ctx.actor, proposal_id)
  await ctx.write((tx) =>
    tx.audit('proposal.archive', { id: proposal_id }, { reports: reports.map(({ id }) => id) }),
  )
  for (const report of reports) zip.addBuffer(await reportPdf(report), reportFile(report))
  zip.end()
  return new Attachment(`proposal_${proposal_id}.zip`, 'application/zip', Readable.from(zip.outputStream))
}

/** The proposal's PDF with its attachment; when the attachment is lost, without it and with a notice in the archive. */
async function proposalPdfOrNotice(ctx: Ctx, proposal: ReadProposal, zip: ZipFile): Promise<Buffer> {
  try {
    return await proposalPdfWithAttachment(ctx, proposal)
  } catch (error) {
    if (!(error instanceof Fault) || error.kind !== 'missing') throw error
    zip.addBuffer(
      Buffer.from(`The attached PDF of proposal ${proposal.id}. ${error.message}\n`),
      'MISSING.txt',
    )
    return proposalPdf(ctx, proposal)
  }
}
