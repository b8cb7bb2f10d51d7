import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { Suggestion, SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import { refusal } from '#domain/errors.ts'
import { startThread } from '../../platform/thread.ts'
import type { SuggestJob, SuggestMessage } from './suggest_worker.ts'

/** Far more than the largest call measured. */
const TIME_LIMIT_MS = 120_000
/** Concurrent suggestions, so that some processor time remains for other requests. */
const MAX_CONCURRENT = 2
const HEAP_MB = 1024

const TOO_LONG =
  'This suggestion takes too long. Assign or confirm some samples first, so that less is left to decide.'
const BUSY = 'Other suggestions are being computed. Please try again in a moment.'
const CANCELLED = 'This suggestion was cancelled.'

/** Idle threads end after this time to free their memory. */
const IDLE_MS = 60_000
export const working = new Set<Worker>()
/** Idle threads, with the timers that will end them. */
const idle = new Map<Worker, NodeJS.Timeout>()

/**
 * Computes a suggestion in a worker thread. Throws 'refused' when too many are running, when it exceeds `limit` ms, and
 * when `cancelled` is aborted; the thread is then terminated.
 */
export async function runInThread(
  job: SuggestJob,
  cancelled: AbortSignal,
  onProgress: (progress: SuggestionProgress) => void = () => {},
  limit = TIME_LIMIT_MS,
): Promise<Suggestion> {
  if (cancelled.aborted) throw refusal(CANCELLED)
  if (working.size >= MAX_CONCURRENT) throw refusal(BUSY)
  const worker = takeWorker()
  working.add(worker)
  const stop = AbortSignal.any([cancelled, AbortSignal.timeout(limit)])
  try {
    const suggestion = await receiveSuggestion(worker, job, stop, onProgress)
    releaseWorker(worker)
    return suggestion
  } catch (error) {
    await worker.terminate()
    if (cancelled.aborted) throw refusal(CANCELLED)
    if (stop.aborted) throw refusal(TOO_LONG)
    throw error
  } finally {
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
