import { on } from 'node:events'
import { PassThrough } from 'node:stream'
import type { Worker } from 'node:worker_threads'
import { ProgressLine, type SuggestionProgress } from '#domain/allocation/suggest/contract.ts'
import { NDJSON } from '#domain/allocation/suggest/policy.ts'
import { Fault, refusal } from '#domain/errors.ts'
import type { Ctx } from '../../platform/context.ts'
import { Attachment } from '../../platform/http/handlers.ts'
import { startThread } from '../../platform/thread.ts'

/** What is computed in a thread. */
export interface ThreadTask<Job, Suggestion> {
  /** The file of the thread: it takes a job as message, and answers `SuggestMessage`s. */
  file: URL
  job: Job
  /** How to make the problem smaller, for whoever is told that it is too large. */
  advice: string
  /** Never there: the type of the answer. */
  answer?: Suggestion
}

/** Messages of the thread: progress, and last the suggestion. */
export type SuggestMessage<Suggestion> = { progress: SuggestionProgress } | { suggestion: Suggestion }

/**
 * Wall-clock time in ms, far more than the largest call measured, and growth of the process in bytes: much of a problem is
 * outside the heap of the thread.
 */
const LIMITS = { clock: 120_000, growth: 2 ** 31 }
const GROWTH_INTERVAL_MS = 100
/** Concurrent suggestions, so that some processor time remains for other requests. */
const MAX_CONCURRENT = 2
const HEAP_MB = 1024

const TOO_LONG = 'This suggestion takes too long.'
const TOO_LARGE = 'This suggestion needs too much memory.'
const BUSY = 'Other suggestions are being computed. Please try again in a moment.'
const CANCELLED = 'This suggestion was cancelled.'

/** Idle threads end after this time to free their memory. */
const IDLE_MS = 60_000
export const working = new Set<Worker>()
/** Idle threads, with their files and the timers that will end them. */
const idle = new Map<Worker, { file: string; end: NodeJS.Timeout }>()

/**
 * Computes a suggestion in a worker thread. Throws 'refused' when too many are running, when it exceeds a limit, and
 * when `cancelled` is aborted; the thread is then terminated.
 */
export async function runInThread<Job, Suggestion>(
  { file, job, advice }: ThreadTask<Job, Suggestion>,
  cancelled: AbortSignal,
  onProgress: (progress: SuggestionProgress) => void = () => {},
  limits = LIMITS,
): Promise<Suggestion> {
  if (cancelled.aborted) throw refusal(CANCELLED)
  if (working.size >= MAX_CONCURRENT) throw refusal(BUSY)
  const worker = takeWorker(file)
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
    const suggestion = await receiveSuggestion<Suggestion>(worker, job, stop, onProgress)
    releaseWorker(worker, file)
    return suggestion
  } catch (error) {
    await worker.terminate()
    if (cancelled.aborted) throw refusal(CANCELLED)
    const outOfMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY'
    if (outOfMemory || grown.signal.aborted) throw refusal(`${TOO_LARGE} ${advice}`)
    if (stop.aborted) throw refusal(`${TOO_LONG} ${advice}`)
    throw error
  } finally {
    clearInterval(watch)
    working.delete(worker)
  }
}

async function receiveSuggestion<Suggestion>(
  worker: Worker,
  job: unknown,
  signal: AbortSignal,
  onProgress: (progress: SuggestionProgress) => void,
): Promise<Suggestion> {
  worker.postMessage(job)
  for await (const [message] of on(worker, 'message', { signal }) as AsyncIterable<
    [SuggestMessage<Suggestion>]
  >)
    if ('suggestion' in message) return message.suggestion
    else onProgress(message.progress)
  throw new Error('A suggestion ended without an answer.')
}

/** An idle thread of the file, or a new one. */
function takeWorker(file: URL): Worker {
  const [worker] = [...idle].find(([, one]) => one.file === file.href) ?? []
  if (!worker) return startThread(file, HEAP_MB)
  clearTimeout(idle.get(worker)!.end)
  idle.delete(worker)
  worker.ref()
  return worker
}

/** Keeps a thread for the next suggestion, without keeping the process alive. */
function releaseWorker(worker: Worker, file: URL) {
  const end = setTimeout(() => {
    idle.delete(worker)
    void worker.terminate()
  }, IDLE_MS)
  idle.set(worker, { file: file.href, end: end.unref() })
  worker.unref()
}

const OWN_BUSY = 'A suggestion of yours is still being computed. Please wait for it, or cancel it.'

/** The suggestion of each user that is being computed; `left` resolves when it has ended. */
const computing = new Map<number, { cancelled: AbortSignal; left: Promise<void> }>()

/**
 * Lets each user have one suggestion computed at a time, so that nobody takes both threads. Waits for one that was
 * cancelled to end. Call the result when the suggestion has ended.
 */
async function enterSuggestion({ actor }: Pick<Ctx, 'actor'>, cancelled: AbortSignal): Promise<() => void> {
  const before = computing.get(actor.id)
  if (before?.cancelled.aborted) await before.left
  if (computing.has(actor.id)) throw refusal(OWN_BUSY)
  let end = () => {}
  const left = new Promise<void>((resolve) => {
    end = resolve
  })
  computing.set(actor.id, { cancelled, left })
  return () => {
    computing.delete(actor.id)
    end()
  }
}

/** The task of one suggestion, as its area reads it from the database. */
type ReadTask<Job, Suggestion> = () => Promise<ThreadTask<Job, Suggestion>>

/** Computes a suggestion for the actor. Throws 'refused' as `enterSuggestion` and `runInThread` do. */
export async function computeSuggestion<Job, Suggestion>(
  ctx: Ctx,
  read: ReadTask<Job, Suggestion>,
  cancelled: AbortSignal,
): Promise<Suggestion> {
  const leave = await enterSuggestion(ctx, cancelled)
  try {
    return await runInThread(await read(), cancelled)
  } finally {
    leave()
  }
}

const line = (value: unknown) => `${JSON.stringify(value)}\n`

/** The same as a stream of JSON lines: progress events, then the reply, checked by its schema. */
export async function streamSuggestion<Job, Suggestion>(
  ctx: Ctx,
  read: ReadTask<Job, Suggestion>,
  cancelled: AbortSignal,
  reply: { parse(value: unknown): unknown },
) {
  const leave = await enterSuggestion(ctx, cancelled)
  const lines = new PassThrough()
  try {
    const task = await read()
    runInThread(task, cancelled, (progress) => lines.write(line(ProgressLine.parse({ progress }))))
      .finally(leave)
      .then(
        (suggestion) => lines.end(line(reply.parse(suggestion))),
        (error) =>
          error instanceof Fault
            ? lines.end(line({ result: 0, message: error.message }))
            : lines.destroy(error),
      )
  } catch (error) {
    leave()
    throw error
  }
  return new Attachment('suggestion.ndjson', NDJSON, lines)
}
