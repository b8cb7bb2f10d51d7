import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { migrationFiles } from '#server/platform/database/migration_files.ts'
import { addNew, addRelease, findProblems, MIGRATION_LIST } from '../scripts/migration_list.ts'

const text = readFileSync(MIGRATION_LIST, 'utf8')
const files = await migrationFiles()

test('every migration is listed, in order, and is what it was', () => {
  expect(findProblems(files, text)).toEqual([])
})

test('no line of a release was ever changed', () => {
  // Where there is no history, as in an archive of the sources, nothing is printed.
  const { stdout } = spawnSync('git', ['log', '-p', '--format=', '--', MIGRATION_LIST], { encoding: 'utf8' })
  const removed = stdout.split('\n').filter((line) => line.startsWith('-# release'))
  expect(removed.filter((line) => !text.includes(line.slice(1)))).toEqual([])
})

const one = { name: '0001_one', sha256: '1'.repeat(64) }
const two = { name: '0002_two', sha256: '2'.repeat(64) }
const four = { name: '0004_four', sha256: '4'.repeat(64) }
const five = { name: '0005_five', sha256: '5'.repeat(64) }
const released = addRelease('0.1.0', addNew([one, two], ''))
const list = addNew([one, two, four], released)

test('new migrations are listed after those of the last release, in order', () => {
  expect(list).toBe(`${released}${four.sha256}  0004_four.sql\n`)
  expect(findProblems([one, two, four], list)).toEqual([])
  const three = { ...four, name: '0003_three' }
  expect(addNew([one, two, three, four], list)).toBe(
    `${released}${four.sha256}  0003_three.sql\n${four.sha256}  0004_four.sql\n`,
  )
})

const changed = { ...two, sha256: '3'.repeat(64) }

test.each([
  [
    'new',
    [one, two, four, five],
    list,
    `0005_five is new: npm run db:types adds its line, ${five.sha256}  0005_five.sql`,
  ],
  ['changed', [one, changed, four], list, '0002_two was changed'],
  [
    'changed, with its line',
    [one, changed, four],
    list.replace(two.sha256, changed.sha256),
    'release 0.1.0 are not',
  ],
  ['renamed', [one, { ...two, name: '0002_too' }, four], list, '0002_two is gone or renamed'],
  [
    'removed, with its line',
    [one, four],
    list.replace(`${two.sha256}  0002_two.sql\n`, ''),
    'release 0.1.0 are not',
  ],
  ['inserted before', [one, { ...five, name: '0001_zero' }, two, four], list, 'give it the next number'],
  [
    'listed in another order',
    [one, two, four, five],
    `${list.replace(four.sha256, five.sha256).replace('0004_four', '0005_five')}${four.sha256}  0004_four.sql\n`,
    'not in the order',
  ],
  ['listed twice', [one, two, four], `${list}${four.sha256}  0004_four.sql\n`, '0004_four is listed twice'],
])('a migration that is %s is found', (_, there, listed, problem) => {
  expect(findProblems(there, listed).join('\n')).toContain(problem)
})

test('a new migration is never added before a released one', () => {
  expect(addNew([one, { ...five, name: '0001_zero' }, two, four], list)).toBe(list)
})
