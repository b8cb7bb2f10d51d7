import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import type { Worker } from 'node:worker_threads'
import { startThread } from '../thread.ts'
import type { MergeAnswer, MergeJob } from './merge_worker.ts'

/** What reading one PDF may take: ms, and bytes by which the process may grow meanwhile. */
const LIMITS = { time: 30_000, growth: 2 ** 30 }
/** The heap of the thread; a stream that is unpacked is not on it, hence the other limit. */
const HEAP_MB = 768
const TOO_COMPLEX = 'This PDF file is too complex to read; print it to a new PDF file and upload that one.'

/** `main` with the pages of `attachment` behind its own. Throws when the attachment can't be read. */
export async function appendPdf(main: Uint8Array, attachment: Uint8Array): Promise<Uint8Array> {
  const answer = await inTurn({ main, attachment }, LIMITS)
  if ('why' in answer) throw new Error(`The attachment cannot be appended. ${answer.why}`)
  return answer.pdf
}

/** Why the file at `path` can't be taken as a PDF, in a plain sentence, or null when every page of it can be appended. */
export async function whyNotPdf(path: string, limits = LIMITS): Promise<string | null> {
  // Readers look for the header in the first 1024 bytes.
  const head = await buffer(createReadStream(path, { end: 1023 }))
  if (!head.includes('%PDF-')) return 'Only PDF files can be uploaded.'
  const answer = await inTurn({ main: null, attachment: path }, limits)
  return 'why' in answer ? answer.why : null
}

/** One at a time: a rush of large files before a deadline must not take all memory at once. */
function inTurn(job: MergeJob, limits: typeof LIMITS): Promise<MergeAnswer> {
  const answer = last.then(() => inThread(job, limits))
  last = answer.catch(() => undefined)
  return answer
}
let last: Promise<unknown> = Promise.resolve()

/** Runs the job in a thread of its own, so that a hostile file can be stopped and the server answers meanwhile. */
async function inThread(job: MergeJob, limits: typeof LIMITS): Promise<MergeAnswer> {
  thread ??= startThread(new URL('./merge_worker.ts', import.meta.url), HEAP_MB)
  const worker = thread
  const end = Date.now() + limits.time
  const full = process.memoryUsage.rss() + limits.growth
  const stop = new AbortController()
  const watch = setInterval(() => {
    if (Date.now() > end || process.memoryUsage.rss() > full) stop.abort()
  }, 100)
  try {
    worker.ref()
    worker.postMessage(job)
    const [answer] = (await once(worker, 'message', { signal: stop.signal })) as [MergeAnswer]
    worker.unref()
    return answer
  } catch (error) {
    thread = undefined
    await worker.terminate()
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory || stop.signal.aborted) return { why: TOO_COMPLEX }
    throw error
  } finally {
    clearInterval(watch)
  }
}
let thread: Worker | undefined
