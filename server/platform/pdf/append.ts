import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Worker } from 'node:worker_threads'
import { FairQueue } from '../fair_queue.ts'
import { coreTime, startThread } from '../thread.ts'
import type { MergeAnswer, MergeJob } from './merge_worker.ts'
import { DAMAGED, TOO_COMPLEX } from './messages.ts'

/** What reading one PDF may take: ms of a core, ms of the clock, and bytes by which the process may grow meanwhile. */
const LIMITS = { core: 15_000, clock: 60_000, growth: 2 ** 30 }
/** The heap of a thread; a stream that is unpacked is not on it, hence the other limit. */
const HEAP_MB = 768
/** So many of a user's files wait; the next is refused. */
const MAX_WAITING_PER_USER = 3

/** Uploads and exports wait in queues of their own, each user in turn, one file of a user at a time. */
const queueUpload = createQueue(2)
const queueExport = createQueue(1)

/**
 * `main` with the pages of `attachment`, which is read when its turn comes, behind its own: what draws them, and
 * nothing that acts or tells. Throws when the attachment can't be read, and 'throttled' when too much of this user's waits.
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
 * Why the file at `path` can't be taken as a PDF, in a plain sentence, or null when every page of it can be appended.
 * Throws 'throttled' when too much of this user's waits.
 */
export async function whyNotPdf(path: string, user: number, limits = LIMITS): Promise<string | null> {
  const why = await whyNotAtAGlance(path)
  if (why) return why
  const answer = await queueUpload(user, async () => ({ main: null, attachment: path }), limits)
  return 'why' in answer ? answer.why : null
}

/** Threads for one kind of work, so many at once. */
function createQueue(threads: number) {
  const queue = new FairQueue(threads, MAX_WAITING_PER_USER)
  const resting: Worker[] = []
  return (user: number, job: () => Promise<MergeJob>, limits: typeof LIMITS) =>
    queue.run(user, async () => runInThread(resting, await job(), limits))
}

/** Runs the job in a thread of its own, so that a hostile file can be stopped and the server answers meanwhile. */
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
/** Readers look for the header in the first so many bytes. */
const HEAD_BYTES = 1024
/** What stands behind the end of a file that a browser saved; more of it is taken for a file of another kind. */
const TAIL_BYTES = 64 * 1024

/**
 * What a look at the beginning and the end of a file tells, in milliseconds and without a thread: whether it is another
 * kind of file, or broke off on its way. A plain sentence, or null.
 */
async function whyNotAtAGlance(path: string): Promise<string | null> {
  const { head, tail, size } = await readEnds(path)
  if (!head.includes('%PDF-')) return NOT_PDF
  if (!tail.includes('startxref') && !tail.includes('%%EOF')) return DAMAGED
  // A file made for the web has its ends at the front: it says how long it is.
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
