import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'

/** Starts a thread from a TypeScript file, with so many megabytes for what it keeps. */
export function startThread(file: URL, heapMb: number): Worker {
  const { resolve } = createRequire(import.meta.url)
  const files = [resolve('tsx/cjs'), fileURLToPath(file)]
  // Node 20 cannot start a thread from TypeScript: the first of the two teaches it to.
  const worker = new Worker(`for (const file of ${JSON.stringify(files)}) require(file)`, {
    eval: true,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: heapMb },
  })
  // The job under way hears of it; without a listener it would end the server.
  worker.on('error', () => undefined)
  return worker
}
