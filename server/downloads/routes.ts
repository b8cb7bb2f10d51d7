import { allows } from '#domain/access.ts'
import type { downloads } from '#domain/downloads/contract.ts'
import { Fault, forbidden, notFound } from '#domain/errors.ts'
import { panelBook } from '#domain/panel_book/contract.ts'
import { assignedExport } from '../allocation/assigned_list.ts'
import { currentExport } from '../allocation/current_samples.ts'
import { planExports } from '../allocation/distribution_plan.ts'
import { applicantExport } from '../applicants/exports.ts'
import { assignmentExport } from '../assign_reviewers/export.ts'
import { findingExport } from '../conflicts/judging.ts'
import { inventoryExport } from '../custody/inventories/exports.ts'
import { loanExport } from '../custody/loans/list.ts'
import { myPiecesExport } from '../custody/loans/my_pieces.ts'
import { pieceEventExport, pieceExport } from '../custody/pieces/exports.ts'
import { publicationExport } from '../custody/publications/service.ts'
import { BOOK, downloadBook } from '../panel_book/service.ts'
import type { Ctx } from '../platform/context.ts'
import { type AnyExport, columnsOf, csvStream, findDownload } from '../platform/csv.ts'
import { isLostConnection } from '../platform/database/lost_connection.ts'
import { Attachment, type Handlers } from '../platform/http/handlers.ts'
import { peopleExport, proposerExport } from '../proposers/exports.ts'
import { reviewerExport } from '../reports/reviewers.ts'
import { resultExport } from '../results/reading.ts'
import { assignedSampleExport, proposalExport } from '../staff/exports.ts'
import { mailListExport } from '../users/exports.ts'

const BUSY = 'Too many exports are running at the moment. Please try again in a minute.'

/** Exports with these columns are recorded in the audit log. */
const REVIEW_COLUMNS = /Score|Comment|Rank|^Totals$|^Adjusted$/u

/** Throws 'unavailable' when no export connection becomes free. */
async function openCsv(ctx: Ctx, found: AnyExport, query: unknown, columns: AnyExport['columns']) {
  try {
    return await csvStream(ctx.withExportConnections(), found, query, columns)
  } catch (error) {
    throw isLostConnection(error) ? new Fault('unavailable', BUSY, { cause: error }) : error
  }
}

export const downloadRoutes: Handlers<typeof downloads> = {
  async get(ctx, { params, query }) {
    const ticket = await findDownload(ctx, params.token)
    if (ticket?.export === BOOK) {
      if (!allows(panelBook.download.access, ctx.actor.roles)) throw forbidden()
      return downloadBook(ctx, ticket.name, ticket.query)
    }
    const found = exports.find(({ name }) => name === ticket?.export)
    if (!ticket || !found) throw notFound()
    if (!allows(found.endpoint.access, ctx.actor.roles)) throw forbidden()
    const columns = columnsOf(found, query.columns)
    if (columns.some(({ header }) => REVIEW_COLUMNS.test(header)))
      await ctx.write((tx) =>
        tx.audit('export.reviews', { id: null }, { file: ticket.name, filter: ticket.query }),
      )
    const content = await openCsv(ctx, found, ticket.query, columns)
    return new Attachment(ticket.name, 'text/csv; charset=utf-8', content)
  },
}

/** Every CSV file. */
export const exports: readonly AnyExport[] = [
  applicantExport,
  proposerExport,
  peopleExport,
  mailListExport,
  proposalExport,
  assignedSampleExport,
  reviewerExport,
  assignmentExport,
  findingExport,
  resultExport,
  currentExport,
  inventoryExport,
  publicationExport,
  assignedExport,
  loanExport,
  myPiecesExport,
  pieceExport,
  pieceEventExport,
  ...planExports,
]
