import { expect, test } from 'vitest'
import { FairQueue } from './fair_queue.ts'

/** Queues a job that records its start and runs until `end` is called. */
function queueJob(queue: FairQueue, started: string[], user: number, name: string) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const done = queue.run(user, () => {
    started.push(name)
    return ended
  })
  return { end, done }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('runs one job per user, serving users round-robin', async () => {
  const started: string[] = []
  const queue = new FairQueue(2, 3)
  const work = [
    queueJob(queue, started, 1, 'a1'),
    queueJob(queue, started, 1, 'a2'),
    queueJob(queue, started, 1, 'a3'),
    queueJob(queue, started, 2, 'b1'),
    queueJob(queue, started, 3, 'c1'),
    queueJob(queue, started, 2, 'b2'),
  ]
  await settled()
  expect(started).toEqual(['a1', 'b1'])
  work[0]!.end()
  await settled()
  expect(started).toEqual(['a1', 'b1', 'a2'])
  work[3]!.end()
  await settled()
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1'])
  for (const { end } of work) end()
  await Promise.all(work.map(({ done }) => done))
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3'])
})

test('refuses only the user with too many waiting jobs, and a failed job frees its place', async () => {
  const started: string[] = []
  const queue = new FairQueue(1, 2)
  const work = [1, 2, 3].map((i) => queueJob(queue, started, 1, `a${i}`))
  await settled()
  await expect(queue.run(1, async () => 'more')).rejects.toMatchObject({
    kind: 'throttled',
    details: { retry_after: 15 },
  })
  for (const { end } of work) end()
  const other = queue.run(2, async () => {
    throw new Error('broken')
  })
  await expect(other).rejects.toThrow('broken')
  expect(await queue.run(2, async () => 'next')).toBe('next')
})
