import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { Access } from '#domain/access.ts'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { SCREENS, screenAt } from '#domain/screens.ts'

interface Fact {
  method: string
  path: string
  roles: string[]
}
interface ScreenFact {
  path: string
  roles: string[]
  title: string
}
const read = (name: string) =>
  JSON.parse(readFileSync(new URL(`fixtures/${name}.json`, import.meta.url), 'utf8'))
const facts: Fact[] = read('endpoints')
const screens: ScreenFact[] = read('screens')
const endpoints: Endpoint[] = Object.values(contract).flatMap((area) => Object.values(area))

/** Calls beside the list of facts: the same save as a plain PUT, the file behind a CSV address, and what changed in a grid. */
const EXTRA_ENDPOINTS = [
  'PUT /api/proposals/edit/:id',
  'GET /api/downloads/:token/:name',
  'GET /api/samples/allocation/changes/:grid',
]

/** Screens beside the list of facts. */
const EXTRA_SCREENS = ['/guide']

const roles = (access: Access) => (access === 'public' ? ['public'] : [...access].sort())
const pathOf = (fact: string) => fact.replace(/\{(\w+)\}/gu, ':$1')

/** The contract line that answers a fact's path: the same path, else one whose parameter takes its last part. */
function endpointFor({ method, path }: Fact): Endpoint | undefined {
  const wanted = pathOf(path)
  const lines = endpoints.filter((line) => line.method === method)
  return (
    lines.find((line) => line.path.replace(/:\w+/gu, ':') === wanted.replace(/:\w+/gu, ':')) ??
    lines.find((line) => {
      const [, stem, name] = /^(.*)\/:(\w+)$/u.exec(line.path) ?? []
      if (!stem || !name || !wanted.startsWith(`${stem}/`)) return false
      const rest = wanted.slice(stem.length + 1)
      return !rest.includes('/') && line.params.safeParse({ [name]: rest }).success
    })
  )
}

describe('the contract', () => {
  test.each(facts)('has $method $path with exactly its roles', (fact) => {
    const line = endpointFor(fact)
    expect(line, 'a line of the contract').toBeDefined()
    expect(roles(line!.access)).toEqual([...fact.roles].sort())
  })

  test('has nothing else', () => {
    const known = new Set(facts.map(endpointFor))
    const others = endpoints.filter((line) => !known.has(line)).map((line) => `${line.method} ${line.path}`)
    expect(others.sort()).toEqual([...EXTRA_ENDPOINTS].sort())
  })

  test('names each call once', () => {
    const names = endpoints.map((line) => `${line.method} ${line.path}`)
    expect(names.length).toBe(new Set(names).size)
  })
})

describe('the screens', () => {
  test.each(screens)('have $path with exactly its roles', ({ path, roles: wanted, title }) => {
    const screen = screenAt(path.replace(/\{\w+\}/gu, '1'))
    if (path === '/no-such-page') return expect(screen).toBeNull()
    expect(screen, 'a screen').not.toBeNull()
    expect(roles(screen!.access)).toEqual([...wanted].sort())
    if (title) expect(screen!.title).toBe(title)
  })

  test('are no others', () => {
    const known = screens.map(({ path }) => screenAt(path.replace(/\{\w+\}/gu, '1')))
    const others = SCREENS.filter((screen) => !known.includes(screen)).map(({ path }) => path)
    expect(others).toEqual(EXTRA_SCREENS)
  })
})
