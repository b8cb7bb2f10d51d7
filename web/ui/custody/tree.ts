import { groupBy } from '#domain/group_by.ts'

/** A line of the tree before a name: it goes on, branches off and goes on, branches off last, or is not there. */
export type Rail = 'through' | 'branch' | 'last' | 'none'

interface Node {
  id: number | string
  parent_id: number | string | null
}

/**
 * Nodes depth first, children in the order given, each with the rails before its name. A node whose parent is not
 * among them is a root.
 */
export function treeRows<N extends Node>(nodes: readonly N[]): { node: N; rails: Rail[] }[] {
  const known = new Set(nodes.map(({ id }) => id))
  const children = groupBy(nodes, ({ parent_id }) =>
    parent_id !== null && known.has(parent_id) ? parent_id : null,
  )
  const rows: { node: N; rails: Rail[] }[] = []
  const add = (node: N, before: Rail[], rail: Rail | null) => {
    rows.push({ node, rails: rail ? [...before, rail] : [] })
    const own = children.get(node.id) ?? []
    const through: Rail[] = rail ? [...before, rail === 'last' ? 'none' : 'through'] : []
    own.forEach((child, place) => {
      add(child, through, place === own.length - 1 ? 'last' : 'branch')
    })
  }
  for (const root of children.get(null) ?? []) add(root, [], null)
  return rows
}
