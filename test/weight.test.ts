import { existsSync, readFileSync, statSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { SCREENS, type ScreenPath } from '#domain/screens.ts'
import { filesOf, openBuilt, partsOf } from '#server/preloads.ts'

// Of the web as `npm run build` leaves it, in bytes as they travel to a browser that takes brotli.
const FOLDER = new URL('../dist/web/', import.meta.url).pathname
const KB = 1000
/** Signing in; what the first screen of a user brings beside its own; what any screen adds to that. */
const MOST = { login: 155 * KB, user: 300 * KB, screen: 60 * KB }

const built = openBuilt(FOLDER)
const weight = (files: Iterable<string>) =>
  [...files].reduce((sum, file) => {
    const packed = `${FOLDER}${file}.br`
    return sum + statSync(existsSync(packed) ? packed : FOLDER + file).size
  }, 0)
const shared = new Set(
  Object.values(built)
    .filter(({ name }) =>
      ['libraries', 'main', 'shapes', 'frames', 'fields', 'list', 'form'].includes(name ?? ''),
    )
    .flatMap(({ file, css = [] }) => [file, ...css]),
)
const openFiles = (path: ScreenPath) => [...filesOf(built, partsOf(path))]
const every = filesOf(built, ['index.html'])

describe('what a browser brings', () => {
  test('to sign in', () => {
    expect(weight(new Set([...every, ...openFiles('/login')]))).toBeLessThan(MOST.login)
  })

  test('for the parts that all screens of a user share', () => {
    expect(shared.size).toBeGreaterThan(6)
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
