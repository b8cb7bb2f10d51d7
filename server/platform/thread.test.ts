import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { coreTime, startThread } from './thread.ts'

const folder = mkdtempSync(join(tmpdir(), 'thread-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Waits for `wait` ms, then computes for a time that grows with `work`. */
const WAITER = `const { parentPort } = require('node:worker_threads')
parentPort.on('message', ({ wait, work }) => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, wait)
  for (let i = 0; i < work * 1e6; i++) Math.sqrt(i)
  parentPort.postMessage('done')
})`

test.runIf(process.platform === 'linux')('the time of a thread is its processor time', async () => {
  const file = join(folder, 'waiter.cjs')
  writeFileSync(file, WAITER)
  const thread = startThread(pathToFileURL(file), 64)
  /** Processor time of one job in ms. */
  const timeOf = async (job: { wait: number; work: number }) => {
    const before = coreTime(thread)
    thread.postMessage(job)
    await once(thread, 'message')
    return coreTime(thread) - before
  }
  await timeOf({ wait: 0, work: 0 })
  const waited = await timeOf({ wait: 500, work: 0 })
  const worked = await timeOf({ wait: 0, work: 200 })
  await thread.terminate()
  expect(waited).toBeLessThan(100)
  expect(worked).toBeGreaterThan(waited)
})
