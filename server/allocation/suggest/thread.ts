import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import type { Suggestion } from '#domain/allocation/suggest/contract.ts'
import { refusal } from '#domain/errors.ts'
import type { SuggestJob } from './suggest_worker.ts'

/** How long one suggestion may take, in ms; the largest call measured takes a fraction of it (docs/decisions). */
const TIME_LIMIT = 120_000
/** How many are worked out at once; another core stays for those who do something else. */
const AT_ONCE = 2
const HEAP_MB = 1024

const TOO_LONG =
  'This suggestion takes too long. Tick or confirm some samples first, so that less is left to decide.'
const BUSY = 'Other suggestions are being worked out at the moment. Please try again when they are done.'
const CANCELLED = 'This suggestion was cancelled.'

/** The threads at work. */
export const working = new Set<Worker>()

/**
 * Works out a suggestion in a thread of its own, so that the server answers meanwhile. Refuses when too many are being
 * worked out, when it takes too long, and when `cancelled` says that nobody waits for it any more; the thread ends at once.
 */
export async function inThread(
  job: SuggestJob,
  cancelled: AbortSignal,
  limit = TIME_LIMIT,
): Promise<Suggestion> {
  if (cancelled.aborted) throw refusal(CANCELLED)
  if (working.size >= AT_ONCE) throw refusal(BUSY)
  const worker = startThread()
  working.add(worker)
  const stop = AbortSignal.any([cancelled, AbortSignal.timeout(limit)])
  try {
    worker.postMessage(job)
    const [suggestion] = (await once(worker, 'message', { signal: stop })) as [Suggestion]
    return suggestion
  } catch (error) {
    if (cancelled.aborted) throw refusal(CANCELLED)
    if (stop.aborted) throw refusal(TOO_LONG)
    throw error
  } finally {
    await worker.terminate()
    working.delete(worker)
  }
}

function startThread(): Worker {
  const { resolve } = createRequire(import.meta.url)
  const files = [resolve('tsx/cjs'), fileURLToPath(new URL('./suggest_worker.ts', import.meta.url))]
  // Node 20 cannot start a thread from TypeScript: the first of the two teaches it to.
  return new Worker(`for (const file of ${JSON.stringify(files)}) require(file)`, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
  })
}
