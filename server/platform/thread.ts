import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** When each thread was started, and the number under which Linux knows it, once it has begun. */
const started = new WeakMap<Worker, { at: number; number: Int32Array }>()
const TELL_NUMBER =
  "try { require('node:worker_threads').workerData[0] = require('node:fs').readlinkSync('/proc/thread-self').split('/')[2] } catch {}"

/** Starts a thread from a TypeScript file, with so many megabytes for what it keeps. */
export function startThread(file: URL, heapMb: number): Worker {
  const { resolve } = createRequire(import.meta.url)
  const files = [resolve('tsx/cjs'), fileURLToPath(file)]
  const number = new Int32Array(new SharedArrayBuffer(4))
  // Node 20 cannot start a thread from TypeScript: the first of the two teaches it to.
  const worker = new Worker(`${TELL_NUMBER}; for (const file of ${JSON.stringify(files)}) require(file)`, {
    eval: true,
    execArgv: [],
    workerData: number,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  started.set(worker, { at: performance.now(), number })
  // The job under way hears of it; without a listener it would end the server.
  worker.on('error', () => undefined)
  return worker
}

/**
 * For how many ms a thread of ours had a core since it was started; while a busy machine lets it wait that stands still.
 * By the clock where nobody counts it, as elsewhere than on Linux.
 */
export function coreTime(worker: Worker): number {
  const { at, number } = started.get(worker)!
  try {
    const [ns] = readFileSync(`/proc/self/task/${number[0]}/schedstat`, 'utf8').split(' ')
    return Number(ns) / 1e6
  } catch {
    return performance.now() - at
  }
}
