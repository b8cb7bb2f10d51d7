import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { withServer } from '#server/testing/test_server.ts'

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8')
/** What counts of a recipe: it stands deeper in the walk than in its file, and may be broken otherwise. */
const words = (code: string) => code.replace(/[\s,]/gu, '')

const fences = [...read('../docs/walk.md').matchAll(/```(\w+)\n(.*?)```/gsu)].map(([, language, code]) => ({
  language: language!,
  code: code!,
}))
const recipes = readdirSync(new URL('recipes', import.meta.url)).map((file) => words(read(`recipes/${file}`)))

test.each(fences.filter(({ language }) => language !== 'sql'))(
  'the recipe $code is one that the type check has seen',
  ({ code }) => {
    // The line that registers a page is the router's own and needs the page's address.
    const parts = code.split('\n\n').map(words)
    for (const part of parts.filter((one) => !one.startsWith('exportconstRoute')))
      expect(
        recipes.some((recipe) => recipe.includes(part)),
        part,
      ).toBe(true)
  },
)

test.each(fences.filter(({ language }) => language === 'sql'))('the migration $code can be run', ({ code }) =>
  withServer(async ({ db }) => {
    await sql.raw(code).execute(db)
  }),
)

test('the walk has its recipes', () => expect(fences.length).toBeGreaterThan(7))
