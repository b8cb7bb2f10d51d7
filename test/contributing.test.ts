import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withServer } from '#server/testing/test_server.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
/** Indentation and line breaks differ between the document and the recipe files. */
const withoutLayout = (code: string) => code.replace(/[\s,]/gu, '')

const fences = [...read('../CONTRIBUTING.md').matchAll(/```(\w+)\n(.*?)```/gsu)].map(
  ([, language, code]) => ({
    language: language!,
    code: code!,
  }),
)
const recipes = readdirSync(new URL('recipes', import.meta.url)).map((file) =>
  withoutLayout(read(`recipes/${file}`)),
)

test.each(fences.filter(({ language }) => language !== 'sql' && language !== 'sh'))(
  'the recipe $code is compiled',
  ({ code }) => {
    // The router generates the type of a page's path; a recipe has none.
    const parts = code.split('\n\n').map(withoutLayout)
    for (const part of parts.filter((one) => !one.startsWith('exportconstRoute')))
      expect(
        recipes.some((recipe) => recipe.includes(part)),
        part,
      ).toBe(true)
  },
)

test.each(fences.filter(({ language }) => language === 'sql'))('the migration $code runs', ({ code }) =>
  withServer(async ({ db }) => {
    await sql.raw(code).execute(db)
  }),
)

test('CONTRIBUTING.md has its recipes', () => expect(fences.length).toBeGreaterThan(7))

const named = [...read('../docs/conformance.md').matchAll(/`([\w/$-]+\.(?:test|spec)\.tsx?)`/gu)].map(
  ([, path]) => path!,
)

test.each(named)('docs/conformance.md names %s, which exists', (path) =>
  expect(existsSync(new URL(`../${path}`, import.meta.url))).toBe(true),
)
