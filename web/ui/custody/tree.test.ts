import { expect, test } from 'vitest'
import { treeRows } from './tree.ts'

const node = (id: number, parent_id: number | null) => ({ id, parent_id })
const drawn = (nodes: { id: number; parent_id: number | null }[]) =>
  treeRows(nodes).map(({ node, rails }) => [node.id, rails.join(' ')])

test('a tree is listed depth first, with a rail for each level above', () => {
  expect(
    drawn([
      node(1, null),
      node(2, 1),
      node(3, 1),
      node(4, 1),
      node(5, 3),
      node(6, 3),
      node(7, 4),
      node(8, null),
    ]),
  ).toEqual([
    [1, ''],
    [2, 'branch'],
    [3, 'branch'],
    [5, 'through branch'],
    [6, 'through last'],
    [4, 'last'],
    [7, 'none last'],
    [8, ''],
  ])
})

test('a branch whose trunk is not shown begins with itself', () => {
  expect(drawn([node(5, 3), node(6, 5)])).toEqual([
    [5, ''],
    [6, 'last'],
  ])
})
