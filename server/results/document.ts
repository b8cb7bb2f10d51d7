import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { asteroids, labelOf, termLabel } from '#domain/masters/values.ts'
import { measuresText } from '#domain/proposals/field_texts.ts'
import { MAX_RESULTS, type ResultConditions } from '#domain/results/contract.ts'
import { REASONS, resultOutcome } from '#domain/results/status.ts'
import { outcomeText } from '#domain/results/texts.ts'
import { formatUtc } from '#domain/terms/rules.ts'
import type { Ctx } from '../platform/context.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { pdf } from '../platform/pdf/document.ts'
import { idOf } from './drafting.ts'
import { readResult } from './locking.ts'
import { findResults, type StoredResult } from './queries.ts'
import { readOwnResult } from './reading.ts'

/** A result as its proposer reads it: nothing of reports, scores, ranks or internal notes. */
async function resultPdf(result: StoredResult, made: Date): Promise<Buffer> {
  const { samples, unmet, requests, outcome, released_at } = result
  return pdf(
    result.heading,
    (page) => {
      page.heading(result.heading)
      if (released_at === null) page.paragraph('Draft: it is not released.')
      page.field('Title', result.title)
      page.field('Proposer', [result.name, result.affiliation].filter(Boolean).join(', '))
      page.field('Call', termLabel(result.term_id))
      page.field('Result', resultOutcome.label(outcome))
      page.field(
        'Version',
        released_at === null ? result.edition : `${result.edition}, ${formatUtc(released_at)}`,
      )
      if (result.answer_by) page.field('Answer by', `${result.answer_by} 23:59 UTC`)
      page.paragraph(`${outcomeText({ outcome, requests, met: requests - unmet.length, samples })}.`)
      if (result.correction) {
        page.subheading('What is corrected')
        page.paragraph(result.correction)
      }
      if (samples.length > 0) {
        page.subheading('Samples')
        page.table(
          ['Sample', 'Asteroid', 'Type', 'Measures'],
          samples.map((sample) => [
            sample.name,
            asteroids[sample.db_type],
            labelOf('sample_type', sample.sample_type),
            measuresText(sample),
          ]),
        )
      }
      if (unmet.length > 0) {
        page.subheading('Not met, or not in full')
        page.table(
          ['Priority', 'Request', 'Type', 'Asked for', 'Reason'],
          unmet.map(({ priority, name, sample_type, asked, reason }) => [
            priority,
            name ?? 'Any',
            labelOf('sample_type', sample_type),
            asked,
            reason && REASONS[reason].label,
          ]),
        )
      }
      if (result.text) {
        page.subheading('From the panel')
        page.paragraph(result.text)
      }
    },
    made,
  )
}

const fileOf = ({ proposal_id, edition }: StoredResult) =>
  `result_${proposal_id}${edition > 1 ? `_version_${edition}` : ''}.pdf`

const attach = async (ctx: Ctx, result: StoredResult) =>
  new Attachment(fileOf(result), 'application/pdf', await resultPdf(result, ctx.now()))

/** The result of a proposal as a PDF, as its proposer gets it. Throws 'missing'. */
export async function downloadResult(ctx: Ctx, id: number): Promise<Attachment> {
  const result = await readResult(ctx, id)
  await ctx.write((tx) => tx.audit('result.download', idOf(result)))
  return attach(ctx, result)
}

/** The caller's own released result as a PDF. Throws 'missing'. */
export const downloadOwnResult = async (ctx: Ctx, id: number) => attach(ctx, await readOwnResult(ctx, id))

/** The PDFs of the results that the filters match and the viewer may see, as one ZIP. */
export async function downloadAllResults(ctx: Ctx, conditions: ResultConditions): Promise<Attachment> {
  const results = await findResults(
    ctx.db,
    ctx.actor,
    { ...conditions, dir: 'asc', page: 1, per_page: MAX_RESULTS },
    ctx.now(),
  )
  await ctx.write(async (tx) => {
    for (const result of results) await tx.audit('result.download', idOf(result))
    if (results.length === 0) tx.skipAudit('There is no result.')
  })
  const zip = new ZipFile()
  const made = ctx.now()
  const write = async () => {
    for (const result of results) zip.addBuffer(await resultPdf(result, made), fileOf(result))
    zip.end()
  }
  write().catch((error) => zip.emit('error', error))
  return new Attachment('results.zip', 'application/zip', Readable.from(zip.outputStream))
}
