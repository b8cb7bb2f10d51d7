import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A measurement and what it is compared with. */
export interface Measurement {
  what: string
  ours: string
  /** HotCRP 3.4 with 1,000 submissions on two quiet cores, measured side by side with this product on 2026-11-22. */
  hotcrp?: string
  goal: string
  /** Null for a figure without a goal of its own. */
  met: boolean | null
}

/** The figures of the last runs, by name. `npm run bench` replaces those that it measures; `SAVE=no` keeps them. */
const RESULTS = fileURLToPath(new URL('results.json', import.meta.url))
type Results = Record<string, { ours: string; on: string }>
const earlier: Results = JSON.parse(readFileSync(RESULTS, 'utf8'))
const measured: Results = {}

process.once('exit', () => {
  if (process.env.SAVE === 'no' || Object.keys(measured).length === 0) return
  // Another part may have written meanwhile.
  const all = { ...JSON.parse(readFileSync(RESULTS, 'utf8')), ...measured }
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)))
  writeFileSync(RESULTS, `${JSON.stringify(sorted, null, 2)}\n`)
})

const VERDICT = { true: 'met', false: 'NOT MET', null: '' }
export const MET = / met$/u
export const NOT_MET = / NOT MET$/u

export const printHead = () => print('', 'now', 'last', 'HotCRP', 'goal', '')

/** Prints a figure beside its last result and remembers it. */
export function report({ what, ours, hotcrp = '', goal, met }: Measurement) {
  print(what, ours, earlier[what]?.ours ?? '', hotcrp, goal, VERDICT[`${met}`])
  measured[what] = { ours, on: new Date().toISOString().slice(0, 10) }
}

const print = (what: string, ours: string, last: string, hotcrp: string, goal: string, verdict: string) =>
  console.log(
    `${what.padEnd(52)} ${ours.padStart(18)} ${last.padStart(18)} ${hotcrp.padStart(14)}  ${goal.padEnd(34)} ${verdict}`.trimEnd(),
  )

/** A number with two or three significant digits. */
export const figure = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(value >= 10 ? 3 : 2)

/** Figures at one connection and at ten. */
export const joinFigures = (values: readonly number[], unit = '') =>
  `${values.map(figure).join(' / ')}${unit}`

export const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
