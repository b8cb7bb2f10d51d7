import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SCREENS } from '#domain/screens.ts'

/** Page files that lead on to a screen and are none. */
const NOT_SCREENS = ['/reports']

const web = join(import.meta.dirname, '../web')
const files = readdirSync(web, { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?<!\.test|\.gen|testing)\.tsx?$/u.test(file))
  .map((file) => ({ file, source: readFileSync(join(web, file), 'utf8') }))
const pathOf = (said: string) => (said === '/' ? said : said.replace(/\/$/u, ''))

test('every page file is at the path of a screen', () => {
  const paths = files.flatMap(({ source }) =>
    [...source.matchAll(/createFileRoute\('([^']+)'\)/gu)].map(([, path]) => pathOf(path!)),
  )
  expect(paths).toContain('/reviewers/detail/$id')
  const screens: string[] = SCREENS.map(({ path }) => path)
  expect(paths.filter((path) => !screens.includes(path))).toEqual(NOT_SCREENS)
})

test('no link to a screen is written as a text', () => {
  const links = files.flatMap(({ file, source }) =>
    [...source.matchAll(/\b(?:href|to|src|action)(?:=\{?|: )["'`]\/.*/gu)].map(
      ([link]) => `${file}: ${link}`,
    ),
  )
  expect(links).toEqual([])
})
