import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'
import { whyUnsuitable } from '../scripts/node_version.mjs'

const { engines, scripts } = JSON.parse(readFileSync('package.json', 'utf8'))

test.each([
  ['20.19.0', null],
  ['20.20.2', null],
  ['22.12.0', null],
  ['24.21.0', null],
  ['26.0.0', null],
  ['23.11.1', '23.11.1'],
  ['22.11.0', '22.11.0'],
  ['21.7.3', '21.7.3'],
  ['20.18.3', '20.18.3'],
  ['18.20.8', '18.20.8'],
  ['12.22.12', '12.22.12'],
])('Node %s is refused with its version, or not at all: %s', (version, named) => {
  const why = whyUnsuitable(version, engines.node)
  expect(why).toBe(named && `This program does not run on Node ${named}: install the newest Node 22 or 24.`)
})

test('what it asks for is no wider than what the packages ask for that build and test it', () => {
  const versions = [20, 21, 22, 23, 24, 25].flatMap((major) => [
    `${major}.0.0`,
    `${major}.18.0`,
    `${major}.19.0`,
  ])
  const wider = ['vite', 'vitest', 'jsdom'].flatMap((name) => {
    const asked = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8')).engines.node
    return versions.filter((one) => whyUnsuitable(one, asked) && !whyUnsuitable(one, engines.node))
  })
  expect(wider).toEqual([])
})

describe.each(['start', 'serve', 'admin', 'build'])('scripts/%s.mjs', (name) => {
  const file = `scripts/${name}.mjs`

  test('is what npm runs', () => expect(scripts[name]).toContain(file))

  test('refuses an old Node in one line, before it loads anything else', () => {
    const fake = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`
    const loaded = `import { register } from 'node:module'
      register('data:text/javascript,' + encodeURIComponent(
        'import { writeSync } from "node:fs"; export async function load(url, context, next) { if (url.startsWith("file:")) writeSync(1, url.split("/").at(-1) + " "); return next(url, context) }'))`
    const asModule = (text: string) => ['--import', `data:text/javascript,${encodeURIComponent(text)}`]
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...asModule(fake), ...asModule(loaded), file],
      { encoding: 'utf8', env: { PATH: process.env.PATH } as NodeJS.ProcessEnv },
    )
    expect([status, stderr]).toEqual([
      1,
      'This program does not run on Node 18.20.8: install the newest Node 22 or 24.\n',
    ])
    expect(stdout.trim().split(' ').sort()).toEqual([`${name}.mjs`, 'node_version.mjs'].sort())
  })

  test('is read by Node 12, as is what it imports', () => {
    for (const path of [file, 'scripts/node_version.mjs']) {
      const text = readFileSync(path, 'utf8')
      expect(unreadable(text), path).toEqual([])
      expect([...text.matchAll(/^import .*'(.*)'$/gmu)].map(([, from]) => from)).toEqual(
        path === file ? ['./node_version.mjs'] : ['fs'],
      )
    }
  })
})

test('the check of the syntax knows what Node 12 does not', () => {
  for (const text of ['a ?? b', 'a?.b', 'await a', 'a ||= b', 'class A { #b = 1 }', '1_000'])
    expect(unreadable(text), text).not.toEqual([])
})

/** What in a text is newer than ECMAScript 2018, but for import() and import.meta, which Node 12 knows. */
function unreadable(text: string): string[] {
  const found: string[] = []
  const as = (target: ts.ScriptTarget) =>
    ts.transpileModule(text, { compilerOptions: { target, module: ts.ModuleKind.ESNext } }).outputText
  if (as(ts.ScriptTarget.ES2018) !== as(ts.ScriptTarget.ESNext)) found.push('newer syntax')
  const visit = (node: ts.Node) => {
    if (ts.isAwaitExpression(node)) found.push('await')
    if (ts.isNumericLiteral(node) && node.getText().includes('_')) found.push('numeric separator')
    ts.forEachChild(node, visit)
  }
  visit(ts.createSourceFile('program.mjs', text, ts.ScriptTarget.ESNext, true))
  return found
}
