/**
 * The check of letters for leaks on letters that it was not tuned on: `npm run trust -- leaks`, SEEDS=40 by default, of 500
 * letters with a planted leak and 500 without each. At least 99 % of the leaks are named, each as what it is, and at most
 * 2 % of the others are suspected, in all and for each seed that is a corpus of its own.
 */
import { measure } from '#domain/testing/letters.ts'
import { createChecks } from './findings.ts'

const SEED = Number(process.env.SEED ?? 1)
const SEEDS = Number(process.env.SEEDS ?? 40)
const LETTERS = 500
const MIN_NAMED = 0.99
const MAX_SUSPECTED = 0.02

const checks = createChecks()
const corpora = Array.from({ length: SEEDS }, (_, i) => measure(1_000 + (SEED + i) * 7_919, LETTERS))
const percent = (share: number) => `${(share * 100).toFixed(2)} %`
const named = corpora.map(({ missed }) => 1 - missed.length / LETTERS)
const suspected = corpora.map(({ suspected }) => suspected.length / LETTERS)
const mean = (shares: readonly number[]) => shares.reduce((sum, share) => sum + share, 0) / shares.length

checks.check('of all leaks are named', mean(named) >= MIN_NAMED, percent(mean(named)))
checks.check('in the worst corpus', Math.min(...named) >= MIN_NAMED, percent(Math.min(...named)))
checks.check('of all others are suspected', mean(suspected) <= MAX_SUSPECTED, percent(mean(suspected)))
checks.check('in the worst corpus', Math.max(...suspected) <= MAX_SUSPECTED, percent(Math.max(...suspected)))
const ways = new Map<string, number>()
for (const { how } of corpora.flatMap(({ missed }) => missed)) ways.set(how, (ways.get(how) ?? 0) + 1)
for (const [how, count] of [...ways].sort((a, b) => b[1] - a[1])) console.log(`  ${count} missed: ${how}`)
checks.end()
