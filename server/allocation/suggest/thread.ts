import { on } from 'node:events'
import type { Worker } from 'node:worker_threads'
import type { Suggestion, SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import { refusal } from '#domain/errors.ts'
import { startThread } from '../../platform/thread.ts'
import type { SuggestJob, SuggestNews } from './suggest_worker.ts'

/** How long one suggestion may take, in ms; the largest call measured takes a fraction of it. */
const TIME_LIMIT = 120_000
/** How many are worked out at once; another core stays for those who do something else. */
const AT_ONCE = 2
const HEAP_MB = 1024

const TOO_LONG =
  'This suggestion takes too long. Tick or confirm some samples first, so that less is left to decide.'
const BUSY = 'Other suggestions are being worked out at the moment. Please try again when they are done.'
const CANCELLED = 'This suggestion was cancelled.'

/** So long a thread without work waits for more, in ms: what it took of the memory goes with it. */
const REST = 60_000
/** The threads at work, and those that wait for the next suggestion with what will end them. */
export const working = new Set<Worker>()
const resting = new Map<Worker, NodeJS.Timeout>()

/**
 * Works out a suggestion in a thread of its own, so that the server answers meanwhile. Refuses when too many are being
 * worked out, when it takes too long, and when `cancelled` says that nobody waits for it any more; the thread ends at once.
 */
export async function inThread(
  job: SuggestJob,
  cancelled: AbortSignal,
  told: (progress: SuggestionProgress) => void = () => {},
  limit = TIME_LIMIT,
): Promise<Suggestion> {
  if (cancelled.aborted) throw refusal(CANCELLED)
  if (working.size >= AT_ONCE) throw refusal(BUSY)
  const worker = atHand()
  working.add(worker)
  const stop = AbortSignal.any([cancelled, AbortSignal.timeout(limit)])
  try {
    const suggestion = await answerOf(worker, job, stop, told)
    rest(worker)
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

async function answerOf(
  worker: Worker,
  job: SuggestJob,
  signal: AbortSignal,
  told: (progress: SuggestionProgress) => void,
): Promise<Suggestion> {
  worker.postMessage(job)
  for await (const [news] of on(worker, 'message', { signal }) as AsyncIterable<[SuggestNews]>)
    if ('suggestion' in news) return news.suggestion
    else told(news.progress)
  throw new Error('A suggestion ended without an answer.')
}

/** A thread that rests, or a new one. */
function atHand(): Worker {
  const [worker = startThread(new URL('./suggest_worker.ts', import.meta.url), HEAP_MB)] = resting.keys()
  clearTimeout(resting.get(worker))
  resting.delete(worker)
  worker.ref()
  return worker
}

/** Lets a thread wait for more, which keeps no process alive. */
function rest(worker: Worker) {
  const end = setTimeout(() => {
    resting.delete(worker)
    void worker.terminate()
  }, REST)
  resting.set(worker, end.unref())
  worker.unref()
}
