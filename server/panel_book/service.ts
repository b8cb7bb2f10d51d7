import { once } from 'node:events'
import { Readable } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { Fault } from '#domain/errors.ts'
import { groupBy } from '#domain/group_by.ts'
import { guidanceOf } from '#domain/masters/setting_schemas.ts'
import { SAMPLE_TYPES, termLabel } from '#domain/masters/values.ts'
import { atHandText, type SamplesAtHand } from '#domain/panel_book/at_hand.ts'
import { BookFilter } from '#domain/panel_book/contract.ts'
import { inRankingOrder } from '#domain/panel_book/order.ts'
import { averagesOf, spreadOf, totalsOf } from '#domain/reports/averages.ts'
import { reportStatus } from '#domain/reports/status.ts'
import { getAllSettings } from '../masters/settings.ts'
import type { Ctx } from '../platform/context.ts'
import { storeDownload } from '../platform/csv.ts'
import { FairQueue } from '../platform/fair_queue.ts'
import { Attachment } from '../platform/http/handlers.ts'
import { PerUserConcurrencyLimit } from '../platform/http/throttle.ts'
import { cleanPdf } from '../platform/pdf/append.ts'
import { startThread } from '../platform/thread.ts'
import { readProposal } from '../proposals/shared_queries.ts'
import { findSubmittedOn } from '../reports/shared_queries.ts'
import { availableSamples } from '../samples/service.ts'
import { adjustedScores } from '../staff/adjusted.ts'
import { currentTermId } from '../terms/service.ts'
import { type BookHead, type BookProposal, NO_CALL } from './book.ts'
import type { BookAnswer, BookStep } from './book_worker.ts'
import { findBookProposals, findConfirmed, findNamedRequests } from './queries.ts'

/** The name of the download. */
export const BOOK = 'panel_book'

/** The address of the book of a call, or of the chosen proposals; before the first call it is empty. */
export async function bookAddress(ctx: Ctx, filter: BookFilter): Promise<string> {
  const term_id = filter.term_id ?? (await currentTermId(ctx)) ?? NO_CALL
  const file = `${term_id === NO_CALL ? '' : `${termLabel(term_id)}_`}book.pdf`
  return storeDownload(ctx, { download: BOOK, file, query: { term_id, ids: filter.ids } })
}

/** Two books are made at once, whoever asks for them: each takes a thread and its memory. */
const queue = new FairQueue(2, 1)
const perReader = new PerUserConcurrencyLimit(1)
const HEAP_MB = 1024
/** Threads that wait for the next book. */
const resting: Worker[] = []

const STILL_MAKING =
  'Your last book is still being made. Please try again when it is done, or cancel its download.'

/** The book itself, made while it is sent; closing the download ends the work. */
export async function downloadBook(ctx: Ctx, name: string, query: unknown): Promise<Attachment> {
  const { term_id, ids } = BookFilter.parse(query)
  const leave = enter(ctx.actor.id)
  try {
    const made = ctx.now()
    const source = await readSource(ctx.withExportConnections(), { term_id: term_id!, ids, made })
    await ctx.write((tx) =>
      tx.audit('export.book', { id: null }, { call: term_id, selected: ids?.length ?? null }),
    )
    const stream = Readable.from(bookBytes(ctx.withExportConnections(), source), { objectMode: false })
    stream.on('close', leave)
    return new Attachment(name, 'application/pdf', stream)
  } catch (error) {
    leave()
    throw error
  }
}

function enter(reader: number) {
  try {
    return perReader.enter(reader)
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    throw new Fault(error.kind, STILL_MAKING, { details: error.details })
  }
}

type Source = Awaited<ReturnType<typeof readSource>>

/** All that is read before the first proposal: which, in which order, with which figures. */
async function readSource(
  ctx: Ctx,
  { term_id, ids, made }: { term_id: number; ids: readonly number[] | undefined; made: Date },
) {
  const { db, actor } = ctx
  const rows = await findBookProposals(db, actor, { term_id, ids })
  const proposals = inRankingOrder(
    rows.map(({ reports, ...row }) => {
      const shown = row.withheld ? [] : reports
      return {
        ...row,
        averages: averagesOf(shown),
        totals: totalsOf(shown),
        asked: shown.filter(({ status }) => reportStatus.of(status).counted).length,
        total: averagesOf(shown).total_score_average,
      }
    }),
  )
  const adjusted = await adjustedScores(ctx, term_id)
  const head: BookHead = {
    term_id,
    reader: actor.name,
    made,
    isSelection: ids !== undefined,
    contents: proposals.map(({ id, title, name, rank, total }) => ({ id, title, name, rank, total })),
    guidance: guidanceOf(await getAllSettings(db)),
  }
  return { head, proposals, adjusted, atHand: await readSamples(ctx, term_id) }
}

async function readSamples({ db, actor }: Ctx, term_id: number): Promise<SamplesAtHand> {
  const named = groupBy(await findNamedRequests(db, actor, term_id), ({ sample_id }) => sample_id!)
  const confirmed = await findConfirmed(db, actor, term_id)
  return {
    available: await availableSamples(db, SAMPLE_TYPES, term_id),
    asked_for: new Map([...named].map(([id, rows]) => [id, rows.map(({ proposal_id }) => proposal_id)])),
    confirmed: new Map(confirmed.map(({ sample_id, proposal_id }) => [sample_id, proposal_id])),
  }
}

/** One proposal as the reader may see it now; null when they no longer may, or it is gone. */
async function readPart(
  ctx: Ctx,
  source: Source,
  row: Source['proposals'][number],
): Promise<BookProposal | null> {
  const [still] = await findBookProposals(ctx.db, ctx.actor, { term_id: source.head.term_id, ids: [row.id] })
  const proposal = await readProposal(ctx, row.id)
  if (!still || !proposal) return null
  const order = source.adjusted.proposals.find(({ id }) => id === row.id)
  return {
    proposal,
    rank: row.rank,
    global_score: row.global_score,
    reviews: still.withheld
      ? null
      : {
          science: row.averages.science_score_average,
          technical: row.averages.technical_score_average,
          total: row.total,
          totals: row.totals,
          spread: spreadOf(row.totals),
          asked: row.asked,
          order: order ? { ...order, inZone: source.adjusted.zone.includes(row.id) } : null,
          submitted: await findSubmittedOn(ctx.db, ctx.actor, row.id),
        },
    atHand: proposal.requested_samples.map((request) => atHandText(request, source.atHand)),
    attachment: await readAttachment(ctx, proposal),
  }
}

/** The attached PDF, or why it is not there: one that is lost does not keep the others from their reader. */
async function readAttachment(
  ctx: Ctx,
  { file, file_key }: { file: { original_file_name: string } | null; file_key: string | null },
): Promise<BookProposal['attachment']> {
  if (file === null || file_key === null) return null
  const name = file.original_file_name
  try {
    const answer = await cleanPdf(await ctx.files.read(file_key), ctx.actor.id)
    return 'why' in answer ? { name, pdf: null, why: answer.why } : { name, pdf: answer.pdf, why: '' }
  } catch (error) {
    if (!(error instanceof Fault)) throw error
    return { name, pdf: null, why: error.message }
  }
}

/** The bytes of the book, as its reader takes them: what is not taken is not made. */
async function* bookBytes(ctx: Ctx, source: Source): AsyncGenerator<Buffer> {
  const turn = await startTurn(ctx.actor.id)
  const worker = resting.pop() ?? startThread(new URL('./book_worker.ts', import.meta.url), HEAP_MB)
  let isDone = false
  try {
    worker.ref()
    yield await step(worker, { begin: source.head })
    for (const row of source.proposals) {
      const part = await readPart(ctx, source, row)
      if (part) yield await step(worker, { add: part })
    }
    yield await step(worker, 'end')
    isDone = true
  } finally {
    // One that has not come to its end holds an open document.
    if (isDone) {
      worker.unref()
      resting.push(worker)
    } else await worker.terminate()
    turn.end()
  }
}

async function step(worker: Worker, message: BookStep): Promise<Buffer> {
  worker.postMessage(message)
  const [answer] = (await once(worker, 'message')) as [BookAnswer]
  if ('error' in answer) throw new Error(`The book cannot be written. ${answer.error}`)
  return Buffer.from(answer.bytes.buffer)
}

/** Waits until fewer than two books are being made; call `end` when this one is. */
function startTurn(reader: number): Promise<{ end(): void }> {
  return new Promise((resolve, reject) => {
    queue.run(reader, () => new Promise<void>((end) => resolve({ end }))).catch(reject)
  })
}
