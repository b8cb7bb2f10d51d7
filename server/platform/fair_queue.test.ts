import { expect, test } from 'vitest'
import { FairQueue } from './fair_queue.ts'

/** Work that ends when it is told to, and says when it began. */
function held(turns: FairQueue, began: string[], user: number, name: string) {
  let end = () => {}
  const ended = new Promise<void>((resolve) => {
    end = resolve
  })
  const done = turns.run(user, () => {
    began.push(name)
    return ended
  })
  return { end, done }
}
const settled = () => new Promise((resolve) => setImmediate(resolve))

test('one of each user runs, the users in turn', async () => {
  const began: string[] = []
  const turns = new FairQueue(2, 3)
  const work = [
    held(turns, began, 1, 'a1'),
    held(turns, began, 1, 'a2'),
    held(turns, began, 1, 'a3'),
    held(turns, began, 2, 'b1'),
    held(turns, began, 3, 'c1'),
    held(turns, began, 2, 'b2'),
  ]
  await settled()
  expect(began).toEqual(['a1', 'b1'])
  work[0]!.end()
  await settled()
  expect(began).toEqual(['a1', 'b1', 'a2'])
  work[3]!.end()
  await settled()
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1'])
  for (const { end } of work) end()
  await Promise.all(work.map(({ done }) => done))
  expect(began).toEqual(['a1', 'b1', 'a2', 'c1', 'b2', 'a3'])
})

test('who has too much waiting is told so, and nobody else; what fails leaves its place', async () => {
  const began: string[] = []
  const turns = new FairQueue(1, 2)
  const work = [1, 2, 3].map((i) => held(turns, began, 1, `a${i}`))
  await settled()
  await expect(turns.run(1, async () => 'more')).rejects.toMatchObject({
    kind: 'throttled',
    details: { retry_after: 15 },
  })
  for (const { end } of work) end()
  const other = turns.run(2, async () => {
    throw new Error('broken')
  })
  await expect(other).rejects.toThrow('broken')
  expect(await turns.run(2, async () => 'next')).toBe('next')
})
