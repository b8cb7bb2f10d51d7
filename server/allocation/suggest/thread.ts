import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { Suggestion, SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import { refusal } from '#domain/errors.ts'
import { startThread } from '../../platform/thread.ts'
import type { SuggestJob, SuggestMessage } from './suggest_worker.ts'

/**
 * Wall-clock time in ms, far more than the largest call measured, and growth of the process in bytes: much of a problem is
 * outside the heap of the thread.
 */
const LIMITS = { clock: 120_000, growth: 2 ** 31 }
const GROWTH_INTERVAL_MS = 100
/** Concurrent suggestions, so that some processor time remains for other requests. */
const MAX_CONCURRENT = 2
const HEAP_MB = 1024

const TOO_LONG =
  'This suggestion takes too long. Assign or confirm some samples first, so that less is left to decide.'
const TOO_LARGE =
  'This suggestion needs too much memory. Assign or confirm some samples first, so that less is left to decide.'
const BUSY = 'Other suggestions are being computed. Please try again in a moment.'
const CANCELLED = 'This suggestion was cancelled.'

/** Idle threads end after this time to free their memory. */
const IDLE_MS = 60_000
export const working = new Set<Worker>()
/** Idle threads, with the timers that will end them. */
const idle = new Map<Worker, NodeJS.Timeout>()

/**
 * Computes a suggestion in a worker thread. Throws 'refused' when too many are running, when it exceeds a limit, and
 * when `cancelled` is aborted; the thread is then terminated.
 */
export async function runInThread(
  job: SuggestJob,
  cancelled: AbortSignal,
  onProgress: (progress: SuggestionProgress) => void = () => {},
  limits = LIMITS,
): Promise<Suggestion> {
  if (cancelled.aborted) throw refusal(CANCELLED)
  if (working.size >= MAX_CONCURRENT) throw refusal(BUSY)
  const worker = takeWorker()
  working.add(worker)
  const full = process.memoryUsage.rss() + limits.growth
  const grown = new AbortController()
  const checkGrowth = () => {
    if (process.memoryUsage.rss() > full) grown.abort()
  }
  checkGrowth()
  const watch = setInterval(checkGrowth, GROWTH_INTERVAL_MS)
  const stop = AbortSignal.any([cancelled, grown.signal, AbortSignal.timeout(limits.clock)])
  try {
    const suggestion = await receiveSuggestion(worker, job, stop, onProgress)
    releaseWorker(worker)
    return suggestion
  } catch (error) {
    await worker.terminate()
    if (cancelled.aborted) throw refusal(CANCELLED)
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory || grown.signal.aborted) throw refusal(TOO_LARGE)
    if (stop.aborted) throw refusal(TOO_LONG)
    throw error
  } finally {
    clearInterval(watch)
    working.delete(worker)
  }
}

async function receiveSuggestion(
  worker: Worker,
  job: SuggestJob,
  signal: AbortSignal,
  onProgress: (progress: SuggestionProgress) => void,
): Promise<Suggestion> {
  worker.postMessage(job)
  for await (const [message] of on(worker, 'message', { signal }) as AsyncIterable<[SuggestMessage]>)
    if ('suggestion' in message) return message.suggestion
    else onProgress(message.progress)
  throw new Error('A suggestion ended without an answer.')
}

/** An idle thread, or a new one. */
function takeWorker(): Worker {
  const [worker = startThread(new URL('./suggest_worker.ts', import.meta.url), HEAP_MB)] = idle.keys()
  clearTimeout(idle.get(worker))
  idle.delete(worker)
  worker.ref()
  return worker
}

/** Keeps a thread for the next suggestion, without keeping the process alive. */
function releaseWorker(worker: Worker) {
  const end = setTimeout(() => {
    idle.delete(worker)
    void worker.terminate()
  }, IDLE_MS)
  idle.set(worker, end.unref())
  worker.unref()
}
