import { parse } from 'node:querystring'

/** Parses a query string. `a[]=1&a[]=2`, `a[0]=1&a[1]=2` and `a=1&a=2` are lists; `term` is an alias of `term_id`. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [key, value] of Object.entries(parse(text))) {
    if (value === undefined || key.startsWith('__proto__')) continue
    const name = key.replace(/\[\d*\]$/u, '')
    const before = Object.hasOwn(query, name) ? query[name]! : []
    query[name] = name === key ? value : [before, value].flat()
  }
  if (query.term !== undefined) query.term_id ??= query.term
  return query
}

type Tree = { [key: string]: string | Tree }

/** Builds a tree from names such as `samples[0][size]`; objects whose keys are all numbers become lists. */
export function nestFields(fields: Iterable<[string, string]>): Record<string, unknown> {
  const root: Tree = Object.create(null)
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/u).filter((part, i) => part !== '' || i === 0)
    if (name.endsWith('[]')) path.push(String(Object.keys(descend(root, path)).length))
    const leaf = path.pop()!
    const parent = descend(root, path)
    parent[leaf] = value
  }
  return withLists(root) as Record<string, unknown>
}

function descend(root: Tree, path: string[]): Tree {
  let at = root
  for (const part of path) {
    const next = at[part]
    at = at[part] = typeof next === 'object' ? next : Object.create(null)
  }
  return at
}

function withLists(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree
  const keys = Object.keys(tree)
  if (keys.length > 0 && keys.every((key) => /^\d{1,4}$/u.test(key)))
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => withLists(tree[key]!))
  return Object.fromEntries(keys.map((key) => [key, withLists(tree[key]!)]))
}
