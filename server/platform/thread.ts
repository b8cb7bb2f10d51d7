import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { isBuilt } from './repository.ts'

/** When each thread was started, and the number under which Linux knows it, once it has begun. */
const started = new WeakMap<Worker, { at: number; number: Int32Array }>()
const REPORT_THREAD_ID =
  "try { require('node:worker_threads').workerData[0] = require('node:fs').readlinkSync('/proc/thread-self').split('/')[2] } catch {}"

/** Starts a thread from a TypeScript file, or from what was built of it, with so many megabytes for what it keeps. */
export function startThread(file: URL, heapMb: number): Worker {
  const number = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(`${REPORT_THREAD_ID}; ${isBuilt ? loadBuilt(file) : loadTypeScript(file)}`, {
    eval: true,
    execArgv: isBuilt ? ['--enable-source-maps'] : [],
    workerData: number,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  started.set(worker, { at: performance.now(), number })
  // The job under way hears of it; without a listener it would end the server.
  worker.on('error', () => undefined)
  return worker
}

/** What is built of all files lies in one folder, under their names. */
const loadBuilt = ({ href }: URL) => `import(${JSON.stringify(href.replace(/\.ts$/u, '.js'))})`

/** Node 20 cannot start a thread from TypeScript: the first of the two teaches it to. */
function loadTypeScript(file: URL) {
  const files = [createRequire(import.meta.url).resolve('tsx/cjs'), fileURLToPath(file)]
  return `for (const file of ${JSON.stringify(files)}) require(file)`
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
