import { existsSync, readFileSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#domain/contract.ts'
import type { Endpoint } from '#domain/endpoint.ts'
import { SCREENS, type ScreenPath } from '#domain/screens.ts'
import { dueParts } from '../scripts/prepare.mjs'

// Sizes are of the web as `npm run build` leaves it, in bytes as a browser that accepts brotli receives them.
const FOLDER = new URL('../dist/web/', import.meta.url).pathname
const KB = 1000
/**
 * Signing in: React, its queries with Mantine's ground and the screen itself; no router. User: the same with the routes
 * and the list of proposals. Screen: what any one screen adds to the user's files.
 */
const MAX = { login: 115 * KB, user: 314 * KB, screen: 60 * KB }

/** A built file as Vite's manifest describes it. */
interface Chunk {
  file: string
  name?: string
  imports?: string[]
  css?: string[]
}

const manifest: Record<string, Chunk> = existsSync(`${FOLDER}.vite/manifest.json`)
  ? JSON.parse(readFileSync(`${FOLDER}.vite/manifest.json`, 'utf8'))
  : {}

/** The scripts and styles that these entries of the manifest need, with their static imports. */
function filesOf(keys: string[], seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key]
    if (!chunk || seen.has(chunk.file)) continue
    seen.add(chunk.file)
    for (const sheet of chunk.css ?? []) seen.add(sheet)
    filesOf(chunk.imports ?? [], seen)
  }
  return seen
}

/** A screen's own chunk; none where it is part of a script that all share. */
function screenFiles(path: ScreenPath) {
  const place = path === '/' ? '' : path
  return filesOf(
    [`pages${place}/index.tsx`, `pages${place}.tsx`].map((file) => `${file}?tsr-split=component`),
  )
}

const weight = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => {
    const compressed = `${FOLDER}${file}.br`
    return sum + statSync(existsSync(compressed) ? compressed : FOLDER + file).size
  }, 0)

/** The scripts and styles that a page names. */
const filesOfPage = (page: string) =>
  new Set(
    existsSync(FOLDER + page)
      ? [...readFileSync(FOLDER + page, 'utf8').matchAll(/"\/(assets\/[^"]+\.(?:js|css))"/gu)].map(
          (found) => found[1]!,
        )
      : [],
  )
const login = filesOfPage('login.html')
const shared = filesOfPage('index.html')

beforeAll(() => {
  const due = dueParts().some(({ name }) => name === 'web')
  if (due) throw new Error('dist/web is not built of these sources: npm run build')
})

describe('a browser downloads at most', () => {
  test('this to sign in', () => {
    expect(screenFiles('/login').size, 'the screen is part of the first script').toBe(0)
    expect(login.size).toBeGreaterThan(1)
    expect(weight(login)).toBeLessThan(MAX.login)
  })

  test('this for the proposals, in three scripts and one style sheet that all screens of a user share', () => {
    expect(screenFiles('/proposals').size, 'the screen is part of what is shared').toBe(0)
    expect(manifest['signed_in.tsx'], 'what starts the screens has no file of its own').toBeUndefined()
    expect([...shared].filter((file) => file.endsWith('.js'))).toHaveLength(3)
    expect([...shared].filter((file) => file.endsWith('.css'))).toHaveLength(1)
    expect(weight(shared)).toBeLessThan(MAX.user)
  })

  test.each(SCREENS.map(({ path }) => path).filter((path) => path !== '/login' && path !== '/proposals'))(
    'this for %s beside',
    (path) => {
      const files = [...screenFiles(path)]
      expect(files.length, 'the screen is among the built files').toBeGreaterThan(0)
      expect(weight(files.filter((file) => !shared.has(file)))).toBeLessThan(MAX.screen)
    },
  )
})

test('what all screens share holds no schemas, which only forms need', () => {
  const holding = (files: Iterable<string>) =>
    [...files].filter((file) => readFileSync(FOLDER + file, 'utf8').includes('$ZodType'))
  expect(holding(filesOf(Object.keys(manifest)))).toHaveLength(1)
  expect(holding(new Set([...login, ...shared]))).toEqual([])
})

test('what only the API document says is no part of the web', () => {
  const scripts = [...filesOf(Object.keys(manifest))].filter((file) => file.endsWith('.js'))
  const web = scripts.map((file) => readFileSync(FOLDER + file, 'utf8')).join('\n')
  const sentences = Object.values<Record<string, Endpoint>>(contract).flatMap((area) =>
    Object.values(area).map(({ summary }) => summary),
  )
  expect(sentences.filter((sentence) => web.includes(sentence))).toEqual([])
})

test('text is compressed by the build', () => {
  const large = [...login, ...shared].filter((file) => statSync(FOLDER + file).size > 2 * KB)
  expect(
    large.filter((file) => !existsSync(`${FOLDER}${file}.br`) || !existsSync(`${FOLDER}${file}.gz`)),
  ).toEqual([])
  const script = large.find((file) => file.endsWith('.js'))!
  expect(readFileSync(`${FOLDER}${script}.br`).length).toBeLessThan(statSync(FOLDER + script).size / 2)
})
