import { expect, test, vi } from 'vitest'
import { runEvery } from './periodic_job.ts'

/** Resolves after all pending promise callbacks. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a job starts at once, logs failures and continues, and stop waits for the current run', async () => {
  const failures: unknown[] = []
  let begun = 0
  let end = () => {}
  const work = async () => {
    if (++begun === 1) throw new Error('The first one fails.')
    await new Promise<void>((resolve) => {
      end = resolve
    })
  }
  const job = runEvery(1, work, { error: (error) => failures.push(error) })
  await vi.waitFor(() => expect(begun).toBe(2), { timeout: 60_000, interval: 1 })
  expect(failures).toEqual([new Error('The first one fails.')])
  let stopped = false
  const stopping = job.stop().then(() => {
    stopped = true
  })
  await settled()
  expect([begun, stopped]).toEqual([2, false])
  end()
  await stopping
  await settled()
  expect(begun).toBe(2)
})
