import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { Fault, forbidden, notFound } from '#domain/errors.ts'
import { isHandedIn } from '#domain/reports/status.ts'
import type { Ctx } from '../platform/context.ts'
import { Document } from '../platform/http/handlers.ts'
import { proposalPdf, proposalPdfWithAttachment } from '../proposals/document.ts'
import { mayExport } from '../proposals/files.ts'
import { type ReadProposal, readProposal } from '../proposals/read_sql.ts'
import { admitted } from './access.ts'
import { reportFile, reportPdf } from './document.ts'
import { findReport, findSubmittedOn } from './queries.ts'

/** A submitted report as a PDF; before it is submitted there is none. Throws 'missing' or 'forbidden'. */
export async function downloadReport(ctx: Ctx, id: number) {
  const report = admitted(ctx.actor, await findReport(ctx.db, ctx.actor, id))
  if (!isHandedIn(report.status)) throw notFound()
  await ctx.write((tx) => tx.audit('report.download', report))
  return new Document(reportFile(report), 'application/pdf', await reportPdf(report))
}

/** A proposal's export and the submitted reports on it, as far as the actor sees them. Throws 'missing' or 'forbidden'. */
export async function downloadReports(ctx: Ctx, proposal_id: number) {
  const proposal = await readProposal(ctx.db, proposal_id)
  if (!proposal) throw notFound()
  if (!(await mayExport(ctx.db, ctx.actor, proposal_id))) throw forbidden()
  const zip = new ZipFile()
  zip.addBuffer(await exportOf(ctx, proposal, zip), `proposal_${proposal_id}.pdf`)
  const reports = await findSubmittedOn(ctx.db, ctx.actor, proposal_id)
  await ctx.write((tx) =>
    tx.audit('proposal.archive', { id: proposal_id }, { reports: reports.map(({ id }) => id) }),
  )
  for (const report of reports) zip.addBuffer(await reportPdf(report), reportFile(report))
  zip.end()
  return new Document(`proposal_${proposal_id}.zip`, 'application/zip', Readable.from(zip.outputStream))
}

/** The export with its attachment; where the store has lost that, without it, and the archive says so. */
async function exportOf(ctx: Ctx, proposal: ReadProposal, zip: ZipFile): Promise<Buffer> {
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
