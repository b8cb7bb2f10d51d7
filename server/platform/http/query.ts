import { parse } from 'node:querystring'

/** Parses a query string. `a[]=1&a[]=2`, `a[0]=1&a[1]=2` and `a=1&a=2` are lists; `term` is an alias of `term_id`. */
export function parseQuery(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [key, value] of Object.entries(parse(text))) {
    if (value === undefined || key.startsWith('__proto__')) continue
    const name = key.replace(/\[\d*\]$/u, '')
    if (name === key) query[name] = value
    else listIn(query, name).push(...[value].flat())
  }
  if (query.term !== undefined) query.term_id ??= query.term
  return query
}

function listIn(query: Record<string, string | string[]>, name: string): string[] {
  const known = Object.hasOwn(query, name) ? query[name]! : []
  const list = Array.isArray(known) ? known : [known]
  query[name] = list
  return list
}

/** A name, a position below 1000 or nothing for the next one, and a name within: `samples[0][size]`, `conditions[]`. */
const FIELD_NAME = /^[^[\]]*(?:\[(?:\d{0,3}|[a-z_]\w*)\]){0,2}$/iu
export const isFieldName = (name: string) => FIELD_NAME.test(name)

type Tree = Map<string, string | Tree>

/** Builds a tree from names that `isFieldName` admits; objects whose keys are all numbers become lists. */
export function nestFields(fields: Iterable<[string, string]>): Record<string, unknown> {
  const root: Tree = new Map()
  for (const [name, value] of fields) {
    const path = name.split(/[[\]]+/u).filter((part, i) => part !== '' || i === 0)
    if (name.endsWith('[]')) path.push(String(descend(root, path).size))
    const leaf = path.pop()!
    descend(root, path).set(leaf, value)
  }
  return Object.fromEntries([...root].map(([key, branch]) => [key, withLists(branch)]))
}

function descend(root: Tree, path: string[]): Tree {
  let at = root
  for (const part of path) {
    const known = at.get(part)
    const next: Tree = known instanceof Map ? known : new Map()
    if (next !== known) at.set(part, next)
    at = next
  }
  return at
}

function withLists(tree: Tree | string): unknown {
  if (typeof tree === 'string') return tree
  const keys = [...tree.keys()]
  if (keys.length > 0 && keys.every((key) => /^\d{1,4}$/u.test(key)))
    return keys.sort((a, b) => Number(a) - Number(b)).map((key) => withLists(tree.get(key)!))
  return Object.fromEntries(keys.map((key) => [key, withLists(tree.get(key)!)]))
}
