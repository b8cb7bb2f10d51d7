import { expect, test, vi } from 'vitest'
import { runEvery } from './periodic_job.ts'

/** Once whatever waits on promises alone has gone on. */
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('a job begins at once, says what failed and goes on, and waits for the work in hand when it stops', async () => {
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
  await vi.waitFor(() => expect(begun).toBe(2), { interval: 1 })
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
