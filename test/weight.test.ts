import { existsSync, readFileSync, statSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { SCREENS, type ScreenPath } from '#domain/screens.ts'
import { filesOf, openBuilt, partsOf } from '#server/preloads.ts'
import { dueParts } from '../scripts/prepare.mjs'

// Of the web as `npm run build` leaves it, in bytes as they travel to a browser that takes brotli.
const FOLDER = new URL('../dist/web/', import.meta.url).pathname
const KB = 1000
/**
 * What all begin with of React, its router and queries; that with signing in, whose goal of 120 kB lies below what these
 * libraries weigh with Mantine's ground (docs/decisions); what the first screen of a user brings beside its own, with
 * the small parts of many screens and the shapes that follow in a pause; what any screen adds to that.
 */
const MOST = { libraries: 91 * KB, login: 146 * KB, user: 295 * KB, screen: 60 * KB }

const built = openBuilt(FOLDER)
const weight = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => {
    const packed = `${FOLDER}${file}.br`
    return sum + statSync(existsSync(packed) ? packed : FOLDER + file).size
  }, 0)
const shared = new Set(
  Object.values(built)
    .filter(({ name }) => ['libraries', 'main', 'shapes', 'frames'].includes(name ?? ''))
    .flatMap(({ file, css = [] }) => [file, ...css]),
)
const openFiles = (path: ScreenPath) => [...filesOf(built, partsOf(path))]
const every = filesOf(built, ['index.html', 'begin.ts'])

beforeAll(() => {
  const due = dueParts().some(({ name }) => name === 'web')
  if (due) throw new Error('dist/web is not built of these sources: npm run build')
})

describe('what a browser brings', () => {
  test('of libraries', () => {
    const { file } = Object.values(built).find(({ name }) => name === 'libraries')!
    expect([...every], 'what every page brings').toContain(file)
    expect(weight([file])).toBeLessThan(MOST.libraries)
  })

  test('to sign in', () => {
    expect(weight(new Set([...every, ...openFiles('/login')]))).toBeLessThan(MOST.login)
  })

  test('for the parts that all screens of a user share', () => {
    expect(shared.size).toBeGreaterThan(4)
    expect(weight(new Set([...every, ...shared]))).toBeLessThan(MOST.user)
  })

  test.each(SCREENS.map(({ path }) => path))('for %s beside them', (path) => {
    const files = openFiles(path)
    expect(files.length, 'the page is among the built files').toBeGreaterThan(0)
    expect(weight(files.filter((file) => !shared.has(file) && !every.has(file)))).toBeLessThan(MOST.screen)
  })

  test('compressed beforehand, whatever is text', () => {
    const text = [...shared].filter((file) => statSync(FOLDER + file).size > 2 * KB)
    expect(
      text.filter((file) => !existsSync(`${FOLDER}${file}.br`) || !existsSync(`${FOLDER}${file}.gz`)),
    ).toEqual([])
    const script = text.find((file) => file.endsWith('.js'))!
    expect(readFileSync(`${FOLDER}${script}.br`).length).toBeLessThan(statSync(FOLDER + script).size / 2)
  })
})
