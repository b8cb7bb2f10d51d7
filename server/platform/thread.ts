import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { isBuilt } from './repository.ts'

/** The start of each thread, and its Linux thread id once it runs. */
const started = new WeakMap<Worker, { at: number; number: Int32Array }>()
const REPORT_THREAD_ID =
  "try { require('node:worker_threads').workerData[0] = require('node:fs').readlinkSync('/proc/thread-self').split('/')[2] } catch {}"

/** Starts a worker thread from a TypeScript file or its build; `heapMb` limits its heap. */
export function startThread(file: URL, heapMb: number): Worker {
  const number = new Int32Array(new SharedArrayBuffer(4))
  const worker = new Worker(`${REPORT_THREAD_ID}; ${isBuilt ? loadBuilt(file) : loadTypeScript(file)}`, {
    eval: true,
    execArgv: isBuilt ? ['--enable-source-maps'] : [],
    workerData: number,
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  started.set(worker, { at: performance.now(), number })
  // Whoever runs a job listens too; without any listener the error would end the server.
  worker.on('error', () => undefined)
  return worker
}

/** The build puts all files into one folder under their own names. */
const loadBuilt = ({ href }: URL) => `import(${JSON.stringify(href.replace(/\.ts$/u, '.js'))})`

/** Node 20 cannot start a thread from TypeScript, so tsx is loaded first. */
function loadTypeScript(file: URL) {
  const files = [createRequire(import.meta.url).resolve('tsx/cjs'), fileURLToPath(file)]
  return `for (const file of ${JSON.stringify(files)}) require(file)`
}

/**
 * Milliseconds of processor time that the thread has used; wall-clock time since its start where Linux does not count
 * it.
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
