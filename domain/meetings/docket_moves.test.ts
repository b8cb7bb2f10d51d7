import fc from 'fast-check'
import { expect, test } from 'vitest'
import { movedBetween, reorder, sideOf } from './docket_moves.ts'

const waiting = (proposal_id: number) => ({ proposal_id, hidden: false, movable: true })
const hidden = (proposal_id: number) => ({ proposal_id, hidden: true, movable: true })
const agreed = (proposal_id: number) => ({ proposal_id, hidden: false, movable: false })

test('a hidden proposal stays behind the same visible one', () => {
  const docket = [hidden(9), waiting(1), hidden(8), hidden(7), waiting(2), waiting(3)]
  expect(reorder(docket, [3, 2, 1])).toEqual([9, 3, 2, 1, 8, 7])
})

test('what no longer waits keeps its place', () => {
  expect(reorder([agreed(5), waiting(1), agreed(6), waiting(2)], [2, 1])).toEqual([5, 2, 6, 1])
})

test.each([
  ['one is missing', [1]],
  ['one is hidden', [1, 2, 9]],
  ['one is named twice', [1, 1]],
  ['one is unknown', [1, 4]],
  ['one does not wait', [1, 2, 5]],
])('is refused: %s', (_, order) => {
  expect(reorder([waiting(1), hidden(9), waiting(2), agreed(5)], order)).toBe(null)
})

test('what is hidden changes nothing of what is seen', () => {
  const docket = fc.uniqueArray(fc.record({ proposal_id: fc.nat(30), hidden: fc.boolean() }), {
    selector: ({ proposal_id }) => proposal_id,
  })
  fc.assert(
    fc.property(docket, fc.infiniteStream(fc.nat()), (places, numbers) => {
      const all = places.map((one) => ({ ...one, movable: true }))
      const seen = all.filter((one) => !one.hidden)
      const order = seen
        .map(({ proposal_id }) => ({ proposal_id, key: numbers.next().value }))
        .sort((a, b) => a.key - b.key)
        .map(({ proposal_id }) => proposal_id)
      const visible = new Set(order)
      expect(reorder(all, order)!.filter((id) => visible.has(id))).toEqual(reorder(seen, order))
      expect(reorder(all, order)).toHaveLength(all.length)
    }),
  )
})

test.each([
  { before: [1, 2, 3, 4], after: [1, 2, 3, 4], moved: [] },
  { before: [1, 2, 3, 4], after: [4, 1, 2, 3], moved: [4] },
  { before: [1, 2, 3, 4], after: [1, 3, 4, 2], moved: [2] },
  { before: [1, 2, 3, 4, 5], after: [2, 1, 5, 3, 4], moved: [2, 5] },
])('$moved were moved from $before to $after', ({ before, after, moved }) => {
  expect(movedBetween(before, after)).toEqual(moved)
})

test('of an exchange, the hidden proposal counts as moved', () => {
  expect(movedBetween([1, 2, 3], [2, 1, 3], new Set([1]))).toEqual([1])
  expect(movedBetween([1, 2, 3, 4, 5], [4, 1, 2, 3, 5], new Set([1, 2, 3]))).toEqual([1, 2, 3])
})

test('who does not see some proposals is told of a move only where the order of the others changes', () => {
  const orders = fc
    .uniqueArray(fc.nat(30), { minLength: 1 })
    .chain((ids) => fc.tuple(fc.constant(ids), fc.shuffledSubarray(ids, { minLength: ids.length })))
  fc.assert(
    fc.property(orders, fc.func(fc.boolean()), ([before, after], isHidden) => {
      const hidden = new Set(before.filter(isHidden))
      const seen = (ids: number[]) => ids.filter((id) => !hidden.has(id))
      const told = seen(movedBetween(before, after, hidden))
      expect(told).toHaveLength(movedBetween(seen(before), seen(after)).length)
    }),
  )
})

test('lines are places: up to the one, and after the other', () => {
  const lines = { triage_above: 2, triage_below: 4 }
  expect([1, 2, 3, 4, 5, null].map((place) => sideOf(place, lines))).toEqual([
    ...['above', 'above', null, null, 'below', null],
  ])
  expect([1, 9].map((place) => sideOf(place, { triage_above: null, triage_below: null }))).toEqual([
    null,
    null,
  ])
})
