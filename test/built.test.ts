import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'

// Inside the repository, as dist/server is: what is built looks for its files from where it lies.
const folder = `.cache/built-${process.pid}`

beforeAll(() => {
  const args = ['build', '--config', 'vite.server.config.ts', '--outDir', folder, '--logLevel', 'warn']
  const vite = [process.execPath, ['node_modules/vite/bin/vite.js', ...args]] as const
  const { status, stderr } = spawnSync(...vite, { encoding: 'utf8' })
  expect(status, stderr).toBe(0)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** What a built file asks for before it runs, and what that asks for. */
function staticImports(file: string, seen = new Set<string>()): Set<string> {
  const { body } = parseAst(readFileSync(join(folder, file), 'utf8'))
  for (const part of body) {
    const source = 'source' in part && part.source?.value
    if (typeof source !== 'string' || seen.has(source)) continue
    seen.add(source)
    if (source.startsWith('./')) staticImports(source.slice(2), seen)
  }
  return seen
}
const packages = (file: string) =>
  [...staticImports(file)].filter((name) => !name.startsWith('.') && !isBuiltin(name))

test.each(['main.js', 'cli.js'])('%s begins without a compiler and what few calls need', (file) => {
  expect(packages(file)).toEqual(['@node-rs/argon2'])
})

test('threads find their built files beside those that start them', () => {
  expect(packages('merge_worker.js')).toEqual(['@libpdf/core'])
  expect(packages('suggest_worker.js')).toEqual(['highs'])
  expect(packages('assign_worker.js')).toEqual(['highs'])
})

test('the built command line runs from any folder', () => {
  const { status, stderr } = spawnSync(process.execPath, [join(process.cwd(), folder, 'cli.js')], {
    cwd: '/',
    encoding: 'utf8',
  })
  expect(stderr).toContain('npm run admin -- create EMAIL')
  expect(status).toBe(1)
  expect(existsSync(join(folder, 'cli.js.map'))).toBe(true)
})
