import type { Sample } from './contract.ts'

/** What an Any request asks for: weight in mg or size in micrometres, one of the two or neither; 0 and null are no wish. */
export interface SampleCriteria {
  weight: number | null
  size: number | null
  chamber: number | null
  dish: number | null
}

export type SampleFigures = Pick<Sample, 'weight' | 'size' | 'chamber' | 'dish'>

/** A chamber or dish agrees where both say one. */
const agrees = (wished: number | null, known: number | null) => !wished || known === null || wished === known

/** How far a figure is from what was asked, |log(given / asked)|; null when it is not from half to twice of it. */
function distance(asked: number | null, given: number | null): number | null {
  if (!asked) return 0
  if (!given || given < asked / 2 || given > asked * 2) return null
  return Math.abs(Math.log(given / asked))
}

/** How far a sample is from a wish: 0 is what was asked; null when it does not answer it. */
export function distanceFrom(wish: SampleCriteria, sample: SampleFigures): number | null {
  if (!agrees(wish.chamber, sample.chamber) || !agrees(wish.dish, sample.dish)) return null
  return wish.size === null ? distance(wish.weight, sample.weight) : distance(wish.size, sample.size)
}

/** The samples that answer a wish, the nearest first; of equal ones the earlier in `samples`. */
export function nearestTo<S extends SampleFigures>(samples: readonly S[], wish: SampleCriteria): S[] {
  return samples
    .map((sample) => ({ sample, far: distanceFrom(wish, sample) }))
    .filter((found): found is { sample: S; far: number } => found.far !== null)
    .sort((a, b) => a.far - b.far)
    .map(({ sample }) => sample)
}
