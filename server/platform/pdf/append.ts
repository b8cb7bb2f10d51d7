import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { FairQueue } from '../fair_queue.ts'
import { coreTime, startThread } from '../thread.ts'
import type { MergeAnswer, MergeJob } from './merge_worker.ts'
import { DAMAGED, TOO_COMPLEX } from './messages.ts'

/** Limits for reading one PDF: processor time in ms, wall-clock time in ms, and growth of the process in bytes. */
const LIMITS = { core: 15_000, clock: 60_000, growth: 2 ** 30 }
/** The heap of a thread. Unpacked streams are outside it, hence the limit on growth. */
const HEAP_MB = 768
const MAX_WAITING_PER_USER = 3

/** Uploads and exports have separate queues. */
const queueUpload = createQueue(2)
const queueExport = createQueue(1)

/**
 * Appends the pages of `attachment` to `main`: only what is drawn, without scripts, links and metadata. The attachment is
 * read when the job starts. Throws when it cannot be read, and 'throttled' when too many jobs of this user are waiting.
 */
export async function appendPdf(
  main: Uint8Array,
  attachment: () => Promise<Uint8Array>,
  user: number,
): Promise<Uint8Array> {
  const answer = await queueExport(user, async () => ({ main, attachment: await attachment() }), LIMITS)
  if ('why' in answer) throw new Error(`The attachment cannot be appended. ${answer.why}`)
  return answer.pdf!
}

/**
 * The pages of `attachment` as a document of their own, in the same way: only what is drawn. `why` is the reason when it
 * cannot be read. Throws 'throttled' when too many jobs of this user are waiting.
 */
export async function cleanPdf(
  attachment: Uint8Array,
  user: number,
): Promise<{ pdf: Uint8Array } | { why: string }> {
  const answer = await queueExport(user, async () => ({ main: 'alone', attachment }), LIMITS)
  return 'why' in answer ? answer : { pdf: answer.pdf! }
}

/**
 * The reason, for the user, why the file at `path` is not accepted as a PDF, or null when all its pages can be appended.
 * Throws 'throttled' when too many jobs of this user are waiting.
 */
export async function whyNotPdf(path: string, user: number, limits = LIMITS): Promise<string | null> {
  const why = await whyNotAtAGlance(path)
  if (why) return why
  const answer = await queueUpload(user, async () => ({ main: null, attachment: path }), limits)
  return 'why' in answer ? answer.why : null
}

function createQueue(threads: number) {
  const queue = new FairQueue(threads, MAX_WAITING_PER_USER)
  const resting: Worker[] = []
  return (user: number, job: () => Promise<MergeJob>, limits: typeof LIMITS) =>
    queue.run(user, async () => runInThread(resting, await job(), limits))
}

/** Runs the job in a worker thread, so that a hostile file can be stopped and does not block the server. */
async function runInThread(resting: Worker[], job: MergeJob, limits: typeof LIMITS): Promise<MergeAnswer> {
  const worker = resting.pop() ?? startThread(new URL('./merge_worker.ts', import.meta.url), HEAP_MB)
  const start = Date.now()
  const before = coreTime(worker)
  const full = process.memoryUsage.rss() + limits.growth
  const stop = new AbortController()
  const watch = setInterval(() => {
    const long = coreTime(worker) - before > limits.core || Date.now() - start > limits.clock
    if (long || process.memoryUsage.rss() > full) stop.abort()
  }, 100)
  try {
    worker.ref()
    worker.postMessage(job)
    const [answer] = (await once(worker, 'message', { signal: stop.signal })) as [MergeAnswer]
    worker.unref()
    resting.push(worker)
    return answer
  } catch (error) {
    await worker.terminate()
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory || stop.signal.aborted) return { why: TOO_COMPLEX }
    throw error
  } finally {
    clearInterval(watch)
  }
}

const NOT_PDF = 'Only PDF files can be uploaded.'
/** PDF readers look for the header in this many bytes. */
const HEAD_BYTES = 1024
/** Browsers may save other content after the end of the PDF; a file with more than this is rejected. */
const TAIL_BYTES = 64 * 1024

/** Checks only the beginning and end of a file, without a thread: is it another kind of file, or cut off? */
async function whyNotAtAGlance(path: string): Promise<string | null> {
  const { head, tail, size } = await readEnds(path)
  if (!head.includes('%PDF-')) return NOT_PDF
  if (!tail.includes('startxref') && !tail.includes('%%EOF')) return DAMAGED
  // A linearized file has its trailer at the front, and states its length.
  const [, length] = /\/Linearized\b[^>]*?\/L\s+(\d+)/u.exec(head.toString('latin1')) ?? []
  return length && Number(length) > size ? DAMAGED : null
}

async function readEnds(path: string) {
  const file = await open(path)
  try {
    const { size } = await file.stat()
    const part = async (position: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position)
      return buffer.subarray(0, bytesRead)
    }
    return {
      head: await part(0, HEAD_BYTES),
      tail: await part(Math.max(0, size - TAIL_BYTES), TAIL_BYTES),
      size,
    }
  } finally {
    await file.close()
  }
}
