import { type Word, weightOf, wordsOf } from './words.ts'

/** A run of words that a text has in common with a source: from the first to the last word, and how many are the same. */
export interface CopiedRun {
  from: number
  to: number
  words: number
}

/** So many words in a row are no accident. */
const MIN_WORDS = 8
/** Words that two texts must share in a row for a run to be looked for there. */
const SEED = 3
/** The most words in a row that may have been changed, left out or put in. */
const MAX_GAP = 2
/** How many of the words of a run must be the same. */
const MIN_SHARE = 0.65
/** Words that the proposer has written: whoever quotes them copies no report. */
const OWN_RUN = 4

const seedAt = (keys: readonly string[], at: number) => keys.slice(at, at + SEED).join(' ')

/** A text whose words may have been copied, prepared for many comparisons. */
export interface Source {
  keys: readonly string[]
  seeds: ReadonlyMap<string, readonly number[]>
}

export function sourceOf(text: string): Source {
  const keys = wordsOf(text).map(({ key }) => key)
  return { keys, seeds: seedsOf(keys) }
}

/** Where each run of `SEED` words begins. */
function seedsOf(keys: readonly string[]): Map<string, number[]> {
  const seeds = new Map<string, number[]>()
  for (let at = 0; at + SEED <= keys.length; at++) {
    const seed = seedAt(keys, at)
    const places = seeds.get(seed)
    if (places) places.push(at)
    else seeds.set(seed, [at])
  }
  return seeds
}

/** A word that is so long does not stand in the same place by accident. */
const TELLING_LETTERS = 5

/** The places of `a` that match `b` from a place on, over small edits; `step` is -1 to look back. */
function matchFrom(
  a: readonly string[],
  b: readonly string[],
  [i, j]: [number, number],
  step: 1 | -1,
): number[] {
  const matched: number[] = []
  while (a[i] !== undefined && b[j] !== undefined) {
    if (a[i] === b[j]) {
      matched.push(i)
      i += step
      j += step
      continue
    }
    const over = stepOver(a, b, [i, j], step)
    if (!over) break
    ;[i, j] = over
  }
  return matched
}

/** Where both texts agree again after at most `MAX_GAP` words of either; null where they part. */
function stepOver(
  a: readonly string[],
  b: readonly string[],
  [i, j]: [number, number],
  step: 1 | -1,
): [number, number] | null {
  for (let gap = 1; gap <= MAX_GAP * 2; gap++)
    for (let skipped = Math.max(0, gap - MAX_GAP); skipped <= Math.min(gap, MAX_GAP); skipped++) {
      const [x, y] = [i + skipped * step, j + (gap - skipped) * step]
      const word = a[x]
      if (word === undefined || word !== b[y]) continue
      if (gap === 1 || a[x + step] === b[y + step] || word.length >= TELLING_LETTERS) return [x, y]
    }
  return null
}

/** The runs of words that the proposer has written. */
export function ownRuns(own: readonly string[]): ReadonlySet<string> {
  const runs = new Set<string>()
  for (const source of own) {
    const keys = wordsOf(source).map(({ key }) => key)
    for (let at = 0; at + OWN_RUN <= keys.length; at++) runs.add(keys.slice(at, at + OWN_RUN).join(' '))
  }
  return runs
}

/** Positions of words in runs that the text shares with what the proposer wrote. */
export function ownWords(text: readonly Word[], runs: ReadonlySet<string>): Set<number> {
  const keys = text.map(({ key }) => key)
  const found = new Set<number>()
  for (let at = 0; at + OWN_RUN <= keys.length; at++)
    if (runs.has(keys.slice(at, at + OWN_RUN).join(' '))) for (let n = 0; n < OWN_RUN; n++) found.add(at + n)
  return found
}

/** The long runs of words that a text shares with a source, the words at `own` apart. They do not overlap. */
export function copiedRuns(text: readonly Word[], source: Source, own: ReadonlySet<number>): CopiedRun[] {
  const keys = text.map(({ key }) => key)
  const { keys: theirs, seeds } = source
  const runs: CopiedRun[] = []
  let free = 0
  for (let at = 0; at + SEED <= keys.length; at++) {
    const places = seeds.get(seedAt(keys, at)) ?? []
    let best: number[] = []
    for (const place of places) {
      const before = matchFrom(keys, theirs, [at - 1, place - 1], -1).filter((one) => one >= free)
      const matched = [...before.reverse(), ...matchFrom(keys, theirs, [at, place], 1)]
      if (matched.length > best.length) best = matched
    }
    const run = runOf(text, best, own)
    if (!run) continue
    runs.push(run)
    at = run.to
    free = run.to + 1
  }
  return runs
}

/** The matched words as a run, without what is too thinly matched at its ends; null where it is too short. */
function runOf(
  text: readonly Word[],
  matched: readonly number[],
  own: ReadonlySet<number>,
): CopiedRun | null {
  const kept = [...matched]
  const share = () => kept.length / (kept.at(-1)! - kept[0]! + 1)
  while (kept.length > 0 && share() < MIN_SHARE) {
    if (kept[1]! - kept[0]! > kept.at(-1)! - kept.at(-2)!) kept.shift()
    else kept.pop()
  }
  const words = kept.reduce((sum, at) => sum + (own.has(at) ? 0 : weightOf(text[at]!)), 0)
  return words < MIN_WORDS ? null : { from: kept[0]!, to: kept.at(-1)!, words: Math.round(words) }
}
