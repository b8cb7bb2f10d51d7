import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** A duration in a sentence: '14 days', 'two hours'. */
const DURATION = /\b(\d+|one|two|three|four|five|six|seven|eight|nine|ten) (idle )?(minute|hour|day)s?\b/u

/** Sentences whose numbers are no duration of ours, or are words of the specification. */
const ALLOWED = [
  // Part 1, to the letter.
  'You have reached the trial limit. Please try again after 1 minute.',
  // Counts of days, made from a number.
  "count === 1 ? 'one day' :",
  "count === 1 ? '1 day' :",
  "days === 1 ? '1 day' :",
  "days === 1 ? 'one day' :",
]

const sources = ['domain', 'server', 'web'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) =>
        /\.tsx?$/u.test(file) && !/\.test\.tsx?$|(^|\/)(testing|demonstration|builders)\//u.test(file),
    )
    .map((file) => `${root}/${file}`),
)

/** The lines of a file without comments. */
const linesOf = (file: string) =>
  readFileSync(file, 'utf8')
    .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gmu, '')
    .split('\n')

test('no sentence writes a duration itself: it is made from the duration', () => {
  const written = sources.flatMap((file) =>
    linesOf(file)
      .filter((line) => DURATION.test(line) && !ALLOWED.some((allowed) => line.includes(allowed)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(written).toEqual([])
})
